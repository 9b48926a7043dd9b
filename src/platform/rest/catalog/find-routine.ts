import { RestError } from '#platform/rest/errors.ts'
import type { Catalog, Routine } from './catalog.ts'
import { closestName } from './closest-name.ts'

/** The parts of a call that choose the overload. */
export type Invocation = {
	schema: string
	name: string
	/** Names of the arguments. */
	argumentNames: readonly string[]
	/** Media type of a POST body, which a single unnamed parameter may take whole. */
	bodyType: string | undefined
}

const wholeBodyTypes: ReadonlyMap<string, readonly string[]> = new Map([
	['application/json', ['json', 'jsonb']],
	['text/plain', ['text']],
	['text/xml', ['xml']],
	['application/octet-stream', ['bytea']],
])

/** Media types without named arguments; they match no function without parameters. */
const nonArgumentTypes = ['text/plain', 'text/xml', 'application/octet-stream']

/**
 * Finds the function for the argumentNames arguments (https://docs.postgrest.org/en/stable/references/api/functions.html).
 * @returns the routine, and whether the body goes whole into its single unnamed parameter
 * @throws RestError PGRST202 when none does, PGRST203 when several do
 */
export function findRoutine(catalog: Catalog, invocation: Invocation): { routine: Routine; raw: boolean } {
	const overloads = catalog.routines.get(invocation.schema)?.get(invocation.name) ?? []
	const { argumentNames, bodyType = '' } = invocation
	const named = overloads.filter((routine) =>
		isEmpty(routine)
			? argumentNames.length === 0 && !nonArgumentTypes.includes(bodyType)
			: accepts(routine, argumentNames) || (isEmptyKey(invocation) && isUnnamed(routine)),
	)
	const found = named.length > 0 ? named : overloads.filter((r) => takesWholeBody(r, invocation.bodyType))
	const [routine, ...more] = found
	if (!routine) throw noRoutineError(catalog, invocation, overloads)
	if (more.length > 0) throw ambiguousRoutineError(found)
	return { routine, raw: named.length === 0 || (isUnnamed(routine) && argumentNames.length > 0) }
}

function isEmpty({ parameters }: Routine): boolean {
	return parameters.length === 0
}

/** A JSON object whose only key is empty, for a parameter without a name. */
function isEmptyKey({ argumentNames, bodyType }: Invocation): boolean {
	return bodyType === 'application/json' && argumentNames.length === 1 && argumentNames[0] === ''
}

function isUnnamed({ parameters }: Routine): boolean {
	return parameters.length === 1 && parameters[0]?.name === ''
}

function accepts({ parameters }: Routine, argumentNames: readonly string[]): boolean {
	const known = new Set(parameters.map(({ name }) => name))
	const present = new Set(argumentNames)
	return (
		argumentNames.every((name) => name !== '' && known.has(name)) &&
		parameters.every(({ name, required }) => !required || present.has(name))
	)
}

/** True when a body of this type goes whole into the single unnamed parameter. */
export function takesWholeBody(routine: Routine, bodyType: string | undefined): boolean {
	const [only] = routine.parameters
	if (!only || !isUnnamed(routine) || bodyType === undefined) return false
	return wholeBodyTypes.get(bodyType)?.includes(only.type) ?? false
}

/** PGRST202: no function of this name takes these arguments. */
export function noRoutineError(
	catalog: Catalog,
	{ schema, name, argumentNames, bodyType }: Invocation,
	overloads: readonly Routine[],
): RestError {
	const full = `${schema}.${name}`
	const sorted = [...new Set(argumentNames)].sort()
	const rawOnly = bodyType && bodyType !== 'application/json' ? wholeBodyTypes.get(bodyType)?.[0] : undefined
	const shown = sorted.length > 0 ? `(${sorted.join(', ')})` : ' without parameters'
	const described =
		sorted.length > 0 ? ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}` : ' without parameters'
	const sought = rawOnly
		? ` with a single unnamed ${rawOnly} parameter`
		: `${described}${bodyType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
	return new RestError(
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
	argumentNames: readonly string[],
	overloads: readonly Routine[],
): string | undefined {
	const start = `Perhaps you meant to call the function ${schema}.`
	if (overloads.length === 0) {
		const near = closestName(name, catalog.routines.get(schema)?.keys() ?? [], 0.75)
		return near && start + near
	}
	const lists = overloads.map(({ parameters }) => parenthesized(parameters.map((p) => p.name).sort()))
	const near = closestName(parenthesized(argumentNames), lists, 0.33)
	return near && `${start}${name}${near}`
}

function parenthesized(names: readonly string[]): string {
	return `(${names.join(', ')})`
}

function ambiguousRoutineError(found: readonly Routine[]): RestError {
	const candidates = [...found].sort(byParameters).map(({ schema, name, parameters }) => {
		const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
		return `${schema}.${name}(${list.join(', ')})`
	})
	return new RestError(
		300,
		'PGRST203',
		`Could not choose the best candidate function between: ${candidates.join(', ')}`,
		{
			hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
		},
	)
}

/** PostgREST's order: number of parameters, comment, names and types of parameters. */
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
