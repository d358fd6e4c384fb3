"""The door to Ray Data LLM: requests go through a model on many machines, and answers come out.

Nothing else in the package imports ``ray.data.llm``. Requests are in the form of OpenAI's Batch
API, one a line of a file; they are read where they are needed, so that the driver holds none.
"""

import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.util import find_spec
from typing import Any, TypeAlias

from benchbar.errors import BenchbarError, IncompleteError, InputError
from benchbar.parallel import ray_rows as rows
from benchbar.parallel.chat_client import Server
from benchbar.parallel.ray_rows import Answer, Engine, Places

_SILENCE = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
"""vLLM tells its makers nothing of its use; nor does Ray (``ray.join``)."""
_BATCHES_AHEAD = 4
_LONGEST = 300
_NAMED = re.compile(r"[\w.]+(?:Error|Exception|Exit)\b(?:\(.*\))?: ")
_OURS = f"{InputError.__module__}.{InputError.__name__}: "

Way: TypeAlias = Server | Engine


def answers(requests: Iterable[Places], way: Way) -> Generator[Answer]:
    """Yield an answer for every request, in the order in which they come.

    Closing the iterator ends the work, and the Ray that was started for it.

    Args:
        requests: Where the requests stand; on a cluster every node must see these files.
        way: Who answers.

    Raises:
        InputError: Ray, vLLM or a GPU is missing, or a node does not see a file.
        IncompleteError: The work broke off: the engine does not start, the cluster is lost.
    """
    _require(way)
    if isinstance(way, Engine):
        require_chat(way)
    with _connected():
        if isinstance(way, Engine):
            require_gpus(way)
        try:
            yield from _stream(requests, way)
        except (BenchbarError, GeneratorExit):
            raise
        except Exception as error:  # noqa: BLE001 (Ray hands on whatever was raised anywhere)
            raise in_one_line(error) from None


def _stream(requests: Iterable[Places], way: Way) -> Iterator[Answer]:
    import ray.data

    size = batch_size(way)
    found = _processor(way)(ray.data.from_arrow(list(_tables(requests, size))))
    for batch in found.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0):
        yield from map(rows.answer, batch.to_pylist())


def _processor(way: Way) -> Any:  # noqa: ANN401 (of a library without types)
    from ray.data.llm import build_processor

    if isinstance(way, Server):
        config, before, after = server_config(way), rows.as_payload, rows.from_response
        return build_processor(config, preprocess=before, postprocess=after)
    config, prompting = engine_config(way), rows.Prompting(way)
    return build_processor(config, preprocess=prompting, postprocess=rows.from_engine)


def server_config(server: Server) -> Any:  # noqa: ANN401
    """Return the configuration by which Ray asks a server."""
    from ray.data.llm import HttpRequestProcessorConfig

    return HttpRequestProcessorConfig(
        url=server.url,
        batch_size=batch_size(server),
        concurrency=1,
        qps=server.per_second,
        session_factory=server,
    )


def engine_config(engine: Engine) -> Any:  # noqa: ANN401
    """Return the configuration by which Ray runs vLLM.

    Ray's stages for templates and tokens stay out: they put a model's opening token before every
    prompt twice where its template brings one (2.60), and lose a whole job over one bad prompt.
    """
    from ray.data.llm import vLLMEngineProcessorConfig

    given = {
        "tensor_parallel_size": engine.tensor_parallel,
        "max_model_len": engine.max_model_len,
        "gpu_memory_utilization": engine.gpu_memory,
        **engine.options,
    }
    return vLLMEngineProcessorConfig(
        model_source=engine.weights,
        engine_kwargs={name: value for name, value in given.items() if value is not None},
        concurrency=engine.replicas,
        batch_size=engine.batch_size,
        should_continue_on_error=True,
        log_engine_metrics=False,
        chat_template_stage=False,
        tokenize_stage=False,
        detokenize_stage=False,
        runtime_env={"env_vars": _SILENCE},
    )


def batch_size(way: Way) -> int:
    """Return how many requests go through the stages together.

    A batch that is sent to a server is over when its last answer is there: so it is longer than
    the calls that are open at a time.
    """
    return way.batch_size if isinstance(way, Engine) else _BATCHES_AHEAD * way.connections


def _tables(requests: Iterable[Places], size: int) -> Iterator[Any]:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    for file, starts, sizes in requests:
        for at in range(0, len(starts), size):
            end = at + size
            columns = {"start": list(starts[at:end]), "size": list(sizes[at:end])}
            yield pa.table({"file": [file] * len(columns["start"]), **columns})


def require_chat(engine: Engine) -> None:
    """Make sure, before Ray is started, that the weights can be found and hold a conversation.

    Raises:
        InputError: They cannot.
    """
    try:
        said = {"messages": [{"role": "user", "content": "Hello"}]}
        rows.tokens_of(rows.tokenizer_of(engine), said)
    except Exception as error:  # noqa: BLE001 (of Hugging Face's libraries, anything)
        raise InputError(
            f"the weights {engine.weights} cannot be used: {_line(error)}: name others with "
            "--weights, a folder or a name that Hugging Face knows"
        ) from None


def _require(way: Way) -> None:
    """Make sure that the packages are there.

    Raises:
        InputError: One is missing; says how to get it.
    """
    if find_spec("ray") is None:
        raise InputError("Ray is missing: pip install 'benchbar[ray]'")
    if isinstance(way, Engine) and find_spec("vllm") is None:
        raise InputError(
            "vLLM is missing: on a machine with a GPU, pip install vllm; or name a server that "
            "runs the model with --base-url"
        )


def require_gpus(engine: Engine) -> None:
    """Make sure that the cluster has the GPUs for one copy of the model.

    Raises:
        InputError: It has not.
    """
    import ray

    needed, there = engine.tensor_parallel, int(ray.cluster_resources().get("GPU", 0))
    if there < needed:
        raise InputError(
            f"Ray finds {there or 'no'} GPU{'s' if there > 1 else ''} here, and one copy of the "
            f"model needs {needed}: use a machine or a cluster that has them, or name a server "
            "that runs the model with --base-url"
        )


@contextmanager
def _connected() -> Iterator[None]:
    """Join the Ray of this process or of ``RAY_ADDRESS``, or start one, and end what was started.

    Raises:
        InputError: There is no cluster at ``RAY_ADDRESS``.
    """
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # or it warns of its own stages
    import ray
    from ray.data import DataContext

    from benchbar.parallel.ray import join

    started = not ray.is_initialized()
    with _hushed():
        join(None)
    context = DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    try:
        # What is wrong is raised, too, and told in one line; standard output is for data.
        with _ending_like_ctrl_c(), _unlogged(), redirect_stdout(sys.stderr):
            yield
    except BaseException:
        # With work still out, Ray may end this process as it shuts down: first it must be told why.
        started = False
        raise
    finally:
        if started:
            with _hushed():
                ray.shutdown()


@contextmanager
def _ending_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM, as Slurm sends it when time is up, end the work in good order.

    Ray's own handler would abort, and lose what is not yet written.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _unlogged() -> Iterator[None]:
    """Drop what Ray logs: as it builds its stages, it sets the levels of its loggers itself."""
    before = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _hushed() -> Iterator[None]:
    """Drop what Ray's own processes and libraries print as they start: errors are raised, too."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [(fd, os.dup(fd)) for fd in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for fd, _ in kept:
            os.dup2(nowhere, fd)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for fd, copy in kept:
            os.dup2(copy, fd)
            os.close(copy)
        os.close(nowhere)


def in_one_line(error: BaseException) -> BenchbarError:
    """Return what went wrong anywhere on the cluster; Ray hands it on as text, traces and all."""
    line = _line(error)
    if line.startswith(_OURS):
        return InputError(line.removeprefix(_OURS))
    return IncompleteError(f"Ray broke off: {line}")


def _line(error: BaseException) -> str:
    """Return the line of an error that says what happened: the last that names its kind.

    Those of Ray's own kinds only say that something did.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [line for line in lines if _NAMED.match(line)]
    telling = [line for line in named if not line.startswith("ray.exceptions.")]
    return (telling or named or lines or [type(error).__name__])[-1][:_LONGEST]
