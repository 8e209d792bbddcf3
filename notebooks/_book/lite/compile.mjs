/* Compile the course's packages, so that no visitor's Python has to: `node compile.mjs PYODIDE PACKAGES`.

PYODIDE is npm's folder of Pyodide, PACKAGES the folder with the packages. What is imported there becomes bytecode: beside its
source in the package of the course, whose source the lessons show, and in place of it elsewhere, which takes no more room
than the source did. Libraries whose documentation no learner asks for are compiled without it. (A snapshot of Python's memory
begins faster still, by 3 s of processor time, but is 13 to 25 MB large.)
*/

import { pathToFileURL } from "node:url";

const [folder, root] = process.argv.slice(2);
process.on("uncaughtException", (error) => {
  console.error(error.message ?? error); // without the line of the script, which is all of Pyodide
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(folder + "/pyodide.mjs").href);
const SITE_PACKAGES = "/lib/python3.14/site-packages";

const COMPILE = `
import importlib, pathlib, py_compile, sys
importlib.invalidate_caches()
for name in (
    "IPython.core.application", "IPython.core.interactiveshell", "IPython.core.shellapp", "IPython.core.completer", "comm",
    "cloudpickle", "pulp", "pyomo.environ", "networkx", "ipywidgets", "anywidget",
    "rich.console", "rich.progress", "rich.table", "micropip", "ipykernel", "piplite.piplite", "pysat.solvers", "pysat.formula",
):
    importlib.import_module(name)
import sudoku_models as sm
for backend in ("pulp", "pyomo"):  # imports what is imported on use
    for formulation in ("all_different", "assignment", "pairwise"):
        sm.build(sm.load("mccaffrey"), formulation=formulation, backend=backend)

packages = pathlib.Path("${SITE_PACKAGES}")
imported = {pathlib.Path(module.__file__) for module in [*sys.modules.values()] if getattr(module, "__file__", None)}
own = {*(packages / "sudoku_models").rglob("*.py")}
for file in {*(packages / "pyomo" / "contrib").rglob("*.py")} - imported:
    file.unlink()  # Pyomo's own imports of these are done
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
without_documentation = {"networkx", "prompt_toolkit"}
for file in sorted(own | imported):
    if file.suffix == ".py" and file.is_relative_to(packages):
        target = None if file in own else str(file.with_suffix(".pyc"))
        optimize = 2 if file.relative_to(packages).parts[0] in without_documentation else 0
        py_compile.compile(str(file), target, doraise=True, optimize=optimize, invalidation_mode=unchecked)
        if target:
            file.unlink()
`;

const python = await loadPyodide({ stdout: () => {} });
python.FS.mount(python.FS.filesystems.NODEFS, { root }, SITE_PACKAGES);
python.runPython(COMPILE);
process.exit(0);
