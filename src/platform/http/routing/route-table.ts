import type { PathParams } from './exchange.ts'
import type { Route } from './route.ts'

type Methods = Map<string, Route>
type Node = {
	literals: Map<string, Node>
	named: Node | undefined
	/** Routes that end at this node. */
	methods: Methods
	/** Routes whose path ends with `*` here. */
	rest: Methods
}
type RouteMatch = { route: Route; params: PathParams }

export const noParams: PathParams = { names: [], values: [] }

/**
 * A fixed table of routes. A literal segment is tried before a named one, and that before `*`; a branch without the method is
 * left for the next. HEAD is looked up as GET.
 */
export class RouteTable {
	readonly #plain = new Map<string, Methods>()
	readonly #root = emptyNode()
	readonly #names = new Map<Route, string[]>()
	readonly #methods = new Set<string>()

	/** @throws Error when two routes have the same method and path */
	constructor(routes: readonly Route[]) {
		for (const route of routes) this.#add(route)
	}

	/** @param path decoded but for reserved characters */
	find(method: string, path: string): RouteMatch | undefined {
		const wanted = method === 'HEAD' ? 'GET' : method
		const plain = pick(this.#plain.get(path), wanted)
		if (plain) return { route: plain, params: noParams }
		const values: string[] = []
		const route = walk(this.#root, path, 1, wanted, values)
		return route && { route, params: { names: this.#names.get(route) ?? [], values } }
	}

	/** The methods that an address takes. */
	allow(path: string): string[] {
		return [...this.#methods].filter((method) => this.find(method, path))
	}

	#add(route: Route): void {
		const { method, path } = route
		this.#methods.add(method)
		const isPlain = !/[:*]/.test(path)
		const methods = isPlain ? this.#methodsOfPlain(path) : this.#methodsOfPattern(route)
		if (methods.has(method)) throw new Error(`Two routes answer ${method} ${path}`)
		methods.set(method, route)
	}

	#methodsOfPlain(path: string): Methods {
		const methods: Methods = this.#plain.get(path) ?? new Map()
		this.#plain.set(path, methods)
		return methods
	}

	#methodsOfPattern(route: Route): Methods {
		const segments = route.path.slice(1).split('/')
		const isOpen = segments.at(-1) === '*'
		if (isOpen) segments.pop()
		let node = this.#root
		for (const segment of segments) node = childOf(node, segment)
		const names = segments.filter((segment) => segment.startsWith(':'))
		this.#names.set(
			route,
			names.map((name) => name.slice(1)),
		)
		return isOpen ? node.rest : node.methods
	}
}

function emptyNode(): Node {
	return { literals: new Map(), named: undefined, methods: new Map(), rest: new Map() }
}

function childOf(node: Node, segment: string): Node {
	if (segment.startsWith(':')) {
		node.named ??= emptyNode()
		return node.named
	}
	const child = node.literals.get(segment) ?? emptyNode()
	node.literals.set(segment, child)
	return child
}

function pick(methods: Methods | undefined, method: string): Route | undefined {
	return methods && (methods.get(method) ?? methods.get('ALL'))
}

/** @param values is filled with the segments that names stand for */
function walk(node: Node, path: string, start: number, method: string, values: string[]): Route | undefined {
	if (start > path.length) return pick(node.methods, method) ?? pick(node.rest, method)
	const slash = path.indexOf('/', start)
	const end = slash < 0 ? path.length : slash
	const segment = path.slice(start, end)
	const literal = node.literals.get(segment)
	const found = literal && walk(literal, path, end + 1, method, values)
	if (found) return found
	if (node.named && segment !== '') {
		const { length } = values
		values.push(segment)
		const named = walk(node.named, path, end + 1, method, values)
		if (named) return named
		values.length = length
	}
	return pick(node.rest, method)
}
