type Labels = Record<string, string>
type Series = { name: string; labels: Labels; value: number }
type Vector = { labels: Labels; value: number }[]

/** The values of a scrape in the text format of Prometheus. */
export function parseScrape(text: string): Series[] {
	return text.split('\n').flatMap((line) => {
		const [, name = '', braces = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
		const pairs = [...braces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', given = '']) => [label, given])
		return name === '' ? [] : [{ name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) }]
	})
}

const comparisons: Record<string, (a: number, b: number) => boolean> = {
	'==': (a, b) => a === b,
	'<=': (a, b) => a <= b,
	'>=': (a, b) => a >= b,
	'<': (a, b) => a < b,
	'>': (a, b) => a > b,
}
const arithmetic: Record<string, (a: number, b: number) => number> = {
	'*': (a, b) => a * b,
	'-': (a, b) => a - b,
}
const aggregations: Record<string, (values: number[]) => number> = {
	sum: (values) => values.reduce((a, b) => a + b, 0),
	max: (values) => Math.max(...values),
	min: (values) => Math.min(...values),
}
const token = /\s*(\w+\{[^}]*\}(?:\[\w+\])?|\w+\[\w+\]|[\w.]+|==|<=|>=|[<>*(),-])/gy

/**
 * True when an alert's expression has a value, as Prometheus says it: comparisons filter, `unless` and `and` match labels, and a metric
 * that is absent is no 0. `rate` and `increase` are the difference of two scrapes; a series that is new in the second has none.
 */
export function alertFires(expression: string, before: Series[], now: Series[]): boolean {
	const tokens = [...expression.matchAll(token)].map(([, word = '']) => word)
	const read = tokens.join('').replace(/\s/g, '')
	if (read !== expression.replace(/\s/g, '')) throw new Error(`not understood: ${expression}`)
	let at = 0
	const next = () => tokens[at++] ?? ''
	const accept = (word: string) => tokens[at] === word && ++at > 0

	function sets(): Vector | number {
		let left = comparison()
		for (;;) {
			const isAnd = accept('and')
			if (!isAnd && !accept('unless')) return left
			const right = comparison() as Vector
			left = (left as Vector).filter((one) => right.some((other) => isSame(one.labels, other.labels)) === isAnd)
		}
	}

	function comparison(): Vector | number {
		const left = product()
		const compare = comparisons[tokens[at] ?? '']
		if (!compare) return left
		at++
		return combine(left, product(), (a, b) => (compare(a, b) ? a : undefined))
	}

	function product(): Vector | number {
		let left = atom()
		for (;;) {
			const calculate = arithmetic[tokens[at] ?? '']
			if (!calculate) return left
			at++
			left = combine(left, atom(), calculate)
		}
	}

	function atom(): Vector | number {
		const word = next()
		if (word === '(') return closed(sets())
		if (/^[\d.]/.test(word)) return Number(word)
		if (word === 'time') {
			accept('(')
			return closed(Date.now() / 1000)
		}
		if (word === 'rate' || word === 'increase') {
			accept('(')
			return closed(select(next(), true))
		}
		const aggregate = aggregations[word]
		if (!aggregate) return select(word, false)
		const by: string[] = []
		if (accept('by')) for (let label = next(); label !== ')'; label = next()) if (/\w/.test(label)) by.push(label)
		accept('(')
		const groups = Map.groupBy(closed(sets()) as Vector, ({ labels }) => by.map((label) => labels[label]).join('\n'))
		return [...groups.values()].map((group) => ({
			labels: Object.fromEntries(by.map((label) => [label, group[0]?.labels[label] ?? ''])),
			value: aggregate(group.map(({ value }) => value)),
		}))
	}

	function closed<T>(value: T): T {
		if (!accept(')')) throw new Error(`not understood: ${expression}`)
		return value
	}

	function select(selector: string, isDifference: boolean): Vector {
		const [, name = '', braces = ''] = /^(\w+)(?:\{([^}]*)\})?/.exec(selector) ?? []
		const matchers = [...braces.matchAll(/(\w+)(=~|!~|=)"([^"]*)"/g)]
		const chosen = (series: Series) =>
			series.name === name &&
			matchers.every(([, label = '', kind, text = '']) => {
				const value = series.labels[label] ?? ''
				return kind === '=' ? value === text : new RegExp(`^(?:${text})$`).test(value) === (kind === '=~')
			})
		return now.filter(chosen).flatMap(({ labels, value }) => {
			if (!isDifference) return [{ labels, value }]
			const former = before.find((other) => chosen(other) && isSame(other.labels, labels))
			return former ? [{ labels, value: value - former.value }] : []
		})
	}

	const outcome = sets()
	if (at !== tokens.length) throw new Error(`not understood: ${expression}`)
	return typeof outcome === 'number' || outcome.length > 0
}

const isSame = (one: Labels, other: Labels) =>
	JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** Applies an operation to each pair of equal labels; one without a result is left out. */
function combine(
	left: Vector | number,
	right: Vector | number,
	apply: (a: number, b: number) => number | undefined,
): Vector | number {
	if (typeof left === 'number' && typeof right === 'number') return apply(left, right) ?? []
	if (typeof left === 'number')
		return (right as Vector).flatMap(({ labels, value }) => sampleOf(labels, apply(left, value)))
	return left.flatMap(({ labels, value }) => {
		const other = typeof right === 'number' ? right : right.find((one) => isSame(one.labels, labels))?.value
		return other === undefined ? [] : sampleOf(labels, apply(value, other))
	})
}

const sampleOf = (labels: Labels, value: number | undefined): Vector => (value === undefined ? [] : [{ labels, value }])
