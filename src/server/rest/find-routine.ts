import type { Catalog, Routine } from './catalog.ts'
import { closest } from './closest-name.ts'
import { RestProblem } from './problem.ts'

/** How a function is called, as far as choosing among overloads needs to know. */
export type Invocation = {
	schema: string
	name: string
	/** Names of the arguments that were given. */
	given: readonly string[]
	/** Of a POST: the body's media type, which a single unnamed parameter may take whole. */
	bodyType: string | undefined
}

const rawTypes: ReadonlyMap<string, readonly string[]> = new Map([
	['application/json', ['json', 'jsonb']],
	['text/plain', ['text']],
	['text/xml', ['xml']],
	['application/octet-stream', ['bytea']],
])

/**
 * The one function that takes exactly the given arguments (data.md §2.6).
 * @returns the routine, and whether the body goes whole into its single unnamed parameter
 * @throws RestProblem PGRST202 when none does, PGRST203 when several do
 */
export function findRoutine(
	catalog: Catalog,
	invocation: Invocation,
): { routine: Routine; raw: boolean } {
	const overloads = catalog.routines.get(invocation.schema)?.get(invocation.name) ?? []
	const isJson = invocation.bodyType === undefined || invocation.bodyType === 'application/json'
	const named = overloads.filter(
		(routine) =>
			accepts(routine, invocation.given) && (isJson || isForm(invocation) || !isEmpty(routine)),
	)
	const found = named.length > 0 ? named : overloads.filter((r) => takesRaw(r, invocation.bodyType))
	const [routine, ...more] = found
	if (!routine) throw noRoutine(catalog, invocation, overloads)
	if (more.length > 0) throw ambiguous(found)
	return { routine, raw: named.length === 0 }
}

function isForm({ bodyType }: Invocation): boolean {
	return bodyType === 'application/x-www-form-urlencoded'
}

function isEmpty({ parameters }: Routine): boolean {
	return parameters.length === 0
}

function accepts({ parameters }: Routine, given: readonly string[]): boolean {
	const known = new Set(parameters.map(({ name }) => name))
	const present = new Set(given)
	return (
		given.every((name) => name !== '' && known.has(name)) &&
		parameters.every(({ name, required }) => !required || present.has(name))
	)
}

function takesRaw({ parameters }: Routine, bodyType: string | undefined): boolean {
	const [only, ...more] = parameters
	if (!only || more.length > 0 || only.name !== '' || bodyType === undefined) return false
	return rawTypes.get(bodyType)?.includes(only.type) ?? false
}

/** PGRST202: no function of this name takes these arguments. */
export function noRoutine(
	catalog: Catalog,
	{ schema, name, given, bodyType }: Invocation,
	overloads: readonly Routine[],
): RestProblem {
	const full = `${schema}.${name}`
	const sorted = [...given].sort()
	const rawOnly =
		bodyType && bodyType !== 'application/json' ? rawTypes.get(bodyType)?.[0] : undefined
	const shown = sorted.length > 0 ? `(${sorted.join(', ')})` : ' without parameters'
	const described =
		sorted.length > 0
			? ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`
			: ' without parameters'
	const sought = rawOnly
		? ` with a single unnamed ${rawOnly} parameter`
		: `${described}${bodyType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
	return new RestProblem(
		404,
		'PGRST202',
		`Could not find the function ${full}${rawOnly ? '' : shown} in the schema cache`,
		{
			details: `Searched for the function ${full}${sought}, but no matches were found in the schema cache.`,
			hint: rawOnly ? undefined : hintFor(catalog, schema, name, sorted, overloads),
		},
	)
}

function hintFor(
	catalog: Catalog,
	schema: string,
	name: string,
	given: readonly string[],
	overloads: readonly Routine[],
): string | undefined {
	const start = `Perhaps you meant to call the function ${schema}.`
	if (overloads.length === 0) {
		const near = closest(name, catalog.routines.get(schema)?.keys() ?? [], 0.75)
		return near && start + near
	}
	const lists = overloads.map(({ parameters }) => listed(parameters.map((p) => p.name).sort()))
	const near = closest(listed(given), lists, 0.33)
	return near && `${start}${name}${near}`
}

function listed(names: readonly string[]): string {
	return `(${names.join(', ')})`
}

function ambiguous(found: readonly Routine[]): RestProblem {
	const candidates = found.map(({ schema, name, parameters }) => {
		const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
		return `${schema}.${name}(${list.join(', ')})`
	})
	return new RestProblem(
		300,
		'PGRST203',
		`Could not choose the best candidate function between: ${candidates.join(', ')}`,
		{
			hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
		},
	)
}
