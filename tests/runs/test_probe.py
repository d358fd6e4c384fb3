from benchbar.records import Cell
from benchbar.runs import study

def test_one(server, data, tmp_path):
    out = study.run(study.plan(data, (Cell("openai-api/local/good", base_url=server.url),), limit=2), tmp_path/"r")
    assert out.complete
