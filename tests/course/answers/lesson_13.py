"""Right and wrong answers to the exercises of lesson 13."""

PAR = "2 * limit if t is None else t"
LOGS = "logs = [math.log((limit if t is None else t) + 0.01) for t in seconds]"
RETURN = "return par2, math.exp(statistics.fmean(logs)) - 0.01"
ENDED = 'ended = row["seconds"] is not None and row["correct"]'
WITHIN = "within += t is not None and t <= factor * min(other for other in case if other is not None)"

RIGHT = {
    "score-open-cases": {
        "loops": (
            "def my_scores(seconds, limit):\n    total, product = 0, 1\n    for t in seconds:\n        if t is None:\n"
            "            total += 2 * limit\n            product *= limit + 0.01\n        else:\n"
            "            total += t\n"
            "            product *= t + 0.01\n    n = len(seconds)\n    return total / n, product ** (1 / n) - 0.01"
        ),
        "NumPy": (
            "def my_scores(seconds, limit):\n    times = np.array([np.inf if t is None else t for t in seconds])\n"
            "    par2 = np.where(np.isinf(times), 2 * limit, times).mean()\n"
            "    return np.array([par2, np.exp(np.log(np.minimum(times, limit) + 0.01).mean()) - 0.01])"
        ),
        "a list": {RETURN: "return [par2, math.exp(sum(logs) / len(logs)) - 0.01]"},
        "the geometric mean of statistics": {
            RETURN: "return par2, statistics.geometric_mean([math.exp(each) for each in logs]) - 0.01"
        },
    },
    "mend-a-benchmark": {
        "pandas": (
            "def my_winners(rows):\n    table = pd.DataFrame(rows)\n"
            "    ended = table['seconds'].notna() & (table['correct'] == True)\n"
            "    table['score'] = table['seconds'].where(ended, 2 * table['limit'])\n    best = {}\n"
            "    for corpus, group in table.groupby('corpus'):\n"
            "        wide = group.pivot(index='puzzle', columns='configuration', values='score').dropna()\n"
            "        best[corpus] = wide.mean().idxmin()\n    return best"
        ),
        "loops and lists": (
            "def my_winners(rows):\n    best = OrderedDict()\n"
            "    for corpus in sorted({row['corpus'] for row in rows}):\n"
            "        ours = [row for row in rows if row['corpus'] == corpus]\n"
            "        names = {row['configuration'] for row in ours}\n        means = defaultdict(list)\n"
            "        for row in ours:\n"
            "            if len({r['configuration'] for r in ours if r['puzzle'] == row['puzzle']}) == len(names):\n"
            "                failed = row['seconds'] is None or not row['correct']\n"
            "                means[row['configuration']].append(2 * row['limit'] if failed else row['seconds'])\n"
            "        best[corpus] = min(means, key=lambda name: Fraction(sum(means[name])) / len(means[name]))\n"
            "    return best"
        ),
        "sums in place of means": {"statistics.fmean(": "sum("},
        "sorted": {
            "best[corpus] = min(times, key=lambda each: statistics.fmean(times[each][puzzle] for puzzle in common))": (
                "means = sorted((np.mean([times[each][k] for k in common]), each) for each in times)\n"
                "        best[corpus] = np.str_(means[0][1])"
            )
        },
    },
    "profile-by-hand": {
        "by the number of the case": (
            "def my_profile(times, configuration, factor):\n    n, count = len(times[configuration]), 0\n"
            "    for k in range(n):\n        ended = [each[k] for each in times.values() if each[k] is not None]\n"
            "        if times[configuration][k] is not None:\n"
            "            count += times[configuration][k] <= factor * min(ended)\n    return count / n"
        ),
        "NumPy": (
            "def my_profile(times, configuration, factor):\n"
            "    table = np.array([[np.inf if t is None else t for t in each] for each in times.values()])\n"
            "    own = table[list(times).index(configuration)]\n"
            "    return np.mean((own <= factor * table.min(axis=0)) & np.isfinite(own))"
        ),
        "a fraction": {"return within / len(": "return Fraction(int(within), 1) / len("},
        "the best of the others, which is the same from factor 1 on": {
            "min(other for other in case if other is not None)": (
                "min((o for o in [*case[: [*times].index(configuration)], *case[[*times].index(configuration) + 1 :]]"
                " if o is not None), default=t)"
            )
        },
        "ratios": {
            "t <= factor * min(other for other in case if other is not None)": (
                "t / min(other for other in case if other is not None) <= factor"
            )
        },
    },
}

WRONG = {
    "score-open-cases": {
        "an instant is taken for open": (
            "def my_scores(seconds, limit):\n"
            "    par2 = statistics.fmean(2 * limit if not t else t for t in seconds)\n"
            "    logs = [math.log((limit if t is None else t) + 0.01) for t in seconds]\n"
            "    return par2, math.exp(statistics.fmean(logs)) - 0.01\n"
        ),
        "open cases are left out": {
            "    par2 =": "    seconds = [t for t in seconds if t is not None] or [limit]\n    par2 ="
        },
        "open cases are left out of PAR2": {
            f"statistics.fmean({PAR} for t in seconds)": (
                "statistics.fmean([t for t in seconds if t is not None] or [0])"
            )
        },
        "an open case counts the limit in PAR2": {PAR: "limit if t is None else t"},
        "an open case counts ten times": {PAR: "10 * limit if t is None else t"},
        "an open case counts twice in the shifted mean": {LOGS: LOGS.replace("(limit if", "(2 * limit if")},
        "the shift stays": {RETURN: "return par2, math.exp(statistics.fmean(logs))"},
        "no shift": {LOGS: LOGS.replace(" + 0.01", ""), RETURN: RETURN.replace(" - 0.01", "")},
        "another shift": {LOGS: LOGS.replace("0.01", "0.1"), RETURN: RETURN.replace("0.01", "0.1")},
        "the other order": {RETURN: "return math.exp(statistics.fmean(logs)) - 0.01, par2"},
        "the sum": {f"statistics.fmean({PAR} for t in seconds)": f"sum({PAR} for t in seconds)"},
        "the median": {"statistics.fmean(logs)": "statistics.median(logs)"},
        "one of the two": {RETURN: "return par2"},
        "a time of 0 is open": {PAR: "2 * limit if t is None or t < 0.01 else t"},
        "the argument is changed": {"    par2 =": "    seconds.append(limit)\n    par2 ="},
        "ten seconds for each limit": {"    par2 =": "    limit = 10\n    par2 ="},
    },
    "mend-a-benchmark": {
        "as it was found": (
            "def my_winners(rows):\n    times = {}\n    for row in rows:\n        if row['seconds'] is not None:\n"
            "            times.setdefault(row['configuration'], []).append(row['seconds'])\n"
            "    winner = min(times, key=lambda each: statistics.fmean(times[each]))\n"
            "    return {corpus: winner for corpus in {row['corpus'] for row in rows}}"
        ),
        "open cases are left out": {
            '                seconds = row["seconds"] if ended else 2 * row["limit"]\n': (
                "                if not ended:\n                    continue\n"
                '                seconds = row["seconds"]\n'
            ),
            "set.intersection(*map(set, times.values()))": "set.intersection(*map(set, times.values())) or {0}",
            "times[each][puzzle] for": "times[each].get(puzzle, 0) for",
        },
        "an open case counts the limit": {'2 * row["limit"]': 'row["limit"]'},
        "an open case counts ten times": {'2 * row["limit"]': '10 * row["limit"]'},
        "wrong grids are believed": {ENDED: 'ended = row["seconds"] is not None'},
        "all puzzles": {
            "statistics.fmean(times[each][puzzle] for puzzle in common)": "statistics.fmean(times[each].values())"
        },
        "corpora are mixed": {'            if row["corpus"] == corpus:': "            if True:"},
        "one limit for all rows": {'2 * row["limit"]': '2 * rows[0]["limit"]'},
        "a limit of ten seconds": {'2 * row["limit"]': "20"},
        "the largest limit": {'2 * row["limit"]': '2 * max(each["limit"] for each in rows)'},
        "the first limit of the corpus": {
            '2 * row["limit"]': '2 * next(r["limit"] for r in rows if r["corpus"] == corpus)'
        },
        "the last limit of the corpus": {
            '2 * row["limit"]': '2 * [r["limit"] for r in rows if r["corpus"] == corpus][-1]'
        },
        "the median": {"statistics.fmean(times": "statistics.median(times"},
        "the slowest": {"= min(times": "= max(times"},
        "puzzles that any has": {
            "set.intersection(": "set.union(",
            "times[each][puzzle] for": "times[each].get(puzzle, 0) for",
        },
        "one winner": {"    return best": "    return min(best.values())"},
        "the rows are changed": {"        times = {}": '        rows[0]["seconds"] = None\n        times = {}'},
        "only the first corpus": {"    return best": "    return dict([*best.items()][:1])"},
    },
    "profile-by-hand": {
        "of the cases that it ended": {
            "/ len(times[configuration])": "/ sum(t is not None for t in times[configuration])"
        },
        "of the cases that somebody ended": {
            "/ len(times[configuration])": "/ sum(any(t is not None for t in case) for case in zip(*times.values()))"
        },
        "faster than the factor": {"t <= factor": "t < factor"},
        "a factor of seconds": {WITHIN: "within += t is not None and t <= factor"},
        "the number": {"return within / len(times[configuration])": "return within"},
        "in per cent": {"return within / len(": "return 100 * within / len("},
        "an open case is within": {"within += t is not None and": "within += t is None or"},
        "the slowest": {"factor * min(": "factor * max("},
        "all configurations": {
            "within / len(times[configuration])": "within / (len(times) * len(times[configuration]))"
        },
        "the last case is left out": {"for case in zip(*times.values()):": "for case in [*zip(*times.values())][:-1]:"},
        "the example of the text": (
            "def my_profile(times, configuration, factor):\n    return 0.75 if configuration == 'A' else 1"
        ),
        "the first configuration": {"[configuration]\n": "[next(iter(times))]\n"},
        "the argument is changed": {"    within = 0": "    times[configuration].sort(key=str)\n    within = 0"},
    },
}
