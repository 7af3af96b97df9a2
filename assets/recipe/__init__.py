"""The recipe: makes the embedded target and drafter from the corpus. Development only; the app never imports it."""
