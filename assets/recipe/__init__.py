"""The training recipe of the embedded target and drafters. For development only; the app never imports it."""
