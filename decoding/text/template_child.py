"""The program of text/template_limits.py's child process: answers each request, a line of JSON, with [text, error], both null
where the text is too long."""

import json
import resource
import sys
import time
from contextlib import suppress
from datetime import datetime
from functools import lru_cache

sys.path += sys.argv[2:]
import jinja2.ext  # noqa: E402
import jinja2.nodes  # noqa: E402
import jinja2.sandbox  # noqa: E402


class Generation(jinja2.ext.Extension):
    tags = {"generation"}  # marks what the model wrote: it is rendered as it stands

    def parse(self, parser):
        line = next(parser.stream).lineno
        return jinja2.nodes.Scope(parser.parse_statements(("name:endgeneration",), drop_needle=True), lineno=line)


def raise_exception(message):
    raise jinja2.TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def answer(template, variables, seconds, longest):
    limit(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1)  # whole seconds
    try:
        text = compiled(template).render(**variables)
        return (text, None) if len(text) <= longest else (None, None)
    except Exception as error:
        return None, None if isinstance(error, MemoryError) else str(error)[:1000] or type(error).__name__


def limit(kind, most):
    with suppress(ValueError, OSError):  # macOS does not limit addresses
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


environment = jinja2.sandbox.ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"])
environment.filters["tojson"] = tojson
environment.globals |= {"raise_exception": raise_exception, "strftime_now": lambda form: datetime.now().strftime(form)}
compiled = lru_cache(environment.from_string)

if __name__ == "__main__":
    limit(resource.RLIMIT_AS, int(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)
