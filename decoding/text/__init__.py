"""Text to tokens and back: prompts through chat templates, thoughts apart from answers, tokens to text, where a reply ends."""
