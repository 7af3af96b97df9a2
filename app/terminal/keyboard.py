"""What a terminal sends, read by Textual's driver."""

from textual.drivers.linux_driver import LinuxDriver


class TerminalDriver(LinuxDriver):
    """Textual's, which goes on after bytes that are not UTF-8, as GNU screen sends them for the mouse."""

    def run_input_thread(self) -> None:
        """Read input until told to end; what was read together with such bytes is dropped."""
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
