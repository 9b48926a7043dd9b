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

/** Bodies that are no arguments: they fit no function without parameters. */
const bareTypes = ['text/plain', 'text/xml', 'application/octet-stream']

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
	const { given, bodyType = '' } = invocation
	const named = overloads.filter((routine) =>
		isEmpty(routine)
			? given.length === 0 && !bareTypes.includes(bodyType)
			: accepts(routine, given) || (isEmptyKey(invocation) && isUnnamed(routine)),
	)
	const found =
		named.length > 0 ? named : overloads.filter((r) => takesWholeBody(r, invocation.bodyType))
	const [routine, ...more] = found
	if (!routine) throw noRoutine(catalog, invocation, overloads)
	if (more.length > 0) throw ambiguous(found)
	return { routine, raw: named.length === 0 || (isUnnamed(routine) && given.length > 0) }
}

function isEmpty({ parameters }: Routine): boolean {
	return parameters.length === 0
}

/** An object whose only key is empty: the name of a parameter that has none. */
function isEmptyKey({ given, bodyType }: Invocation): boolean {
	return bodyType === 'application/json' && given.length === 1 && given[0] === ''
}

function isUnnamed({ parameters }: Routine): boolean {
	return parameters.length === 1 && parameters[0]?.name === ''
}

function accepts({ parameters }: Routine, given: readonly string[]): boolean {
	const known = new Set(parameters.map(({ name }) => name))
	const present = new Set(given)
	return (
		given.every((name) => name !== '' && known.has(name)) &&
		parameters.every(({ name, required }) => !required || present.has(name))
	)
}

/** Whether a body of this type goes whole into the function's only parameter, which has no name. */
export function takesWholeBody(routine: Routine, bodyType: string | undefined): boolean {
	const [only] = routine.parameters
	if (!only || !isUnnamed(routine) || bodyType === undefined) return false
	return rawTypes.get(bodyType)?.includes(only.type) ?? false
}

/** PGRST202: no function of this name takes these arguments. */
export function noRoutine(
	catalog: Catalog,
	{ schema, name, given, bodyType }: Invocation,
	overloads: readonly Routine[],
): RestProblem {
	const full = `${schema}.${name}`
	const sorted = [...new Set(given)].sort()
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
	const candidates = [...found].sort(byParameters).map(({ schema, name, parameters }) => {
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

/** PostgREST's order: fewer parameters first, then by comment, then by the parameters' names and types. */
function byParameters(a: Routine, b: Routine): number {
	if (a.parameters.length !== b.parameters.length) return a.parameters.length - b.parameters.length
	const keys = [a, b].map(({ comment = '', parameters }) => [
		comment,
		...parameters.flatMap(({ name, type }) => [name, type]),
	])
	const [left = [], right = []] = keys
	const differing = left.findIndex((text, i) => text !== right[i])
	return (left[differing] ?? '') < (right[differing] ?? '') ? -1 : 1
}
