import type { EmbedItem } from './ast.ts'
import type { AnyRelationship, Catalog, ColumnPair, Relation, Relationship } from './catalog.ts'
import { closest } from './closest-name.ts'
import { RestProblem } from './problem.ts'

/**
 * The one relationship that an embed means (data.md §2.3).
 * @throws RestProblem PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(
	catalog: Catalog,
	from: Relation,
	embed: EmbedItem,
): AnyRelationship {
	const all = catalog.relationships.get(from) ?? []
	const computed = all.find(
		(candidate) => candidate.kind === 'computed' && candidate.routine.name === embed.target,
	)
	// Whoever writes such a function means to replace what the keys say.
	if (computed) return computed
	const found = all.filter(
		(candidate): candidate is Relationship =>
			candidate.kind === 'keys' && matches(candidate, embed.target, embed.hint),
	)
	const [first, ...more] = found
	if (!first) throw noRelationship(from, embed, all)
	if (more.length > 0) throw ambiguous(from, embed.target, found)
	return first
}

function matches(r: Relationship, target: string, hint: string | undefined): boolean {
	const self = r.from === r.to
	if (hint === undefined) {
		// A table that refers to itself: its name means the children, the column or constraint the parent.
		if (target === r.to.name && !(self && r.toOne && r.outward)) return true
		if (!r.outward || r.to.isView) return false
		return target === r.constraint || isColumn(r.columns, 'local', target)
	}
	if (target !== r.to.name) return false
	if (r.junction) return hint === r.constraint || hint === r.junction.far.constraint
	if (self && r.outward) return false
	return (
		hint === r.constraint ||
		isColumn(r.columns, 'local', hint) ||
		isColumn(r.columns, 'foreign', hint)
	)
}

function isColumn(columns: readonly ColumnPair[], side: keyof ColumnPair, name: string): boolean {
	return columns.length === 1 && columns[0]?.[side] === name
}

function noRelationship(
	from: Relation,
	{ target, hint }: EmbedItem,
	all: readonly AnyRelationship[],
): RestProblem {
	const sought = hint === undefined ? '' : ` using the hint '${hint}'`
	const names = new Set(all.map(({ to }) => to.name))
	const near = names.has(target) ? undefined : closest(target, names, 0.33)
	return new RestProblem(
		400,
		'PGRST200',
		`Could not find a relationship between '${from.name}' and '${target}' in the schema cache`,
		{
			details: `Searched for a foreign key relationship between '${from.name}' and '${target}'${sought} in the schema '${from.schema}', but no matches were found.`,
			hint: near && `Perhaps you meant '${near}' instead of '${target}'.`,
		},
	)
}

function ambiguous(from: Relation, target: string, found: readonly Relationship[]): RestProblem {
	const choices = found.map(({ to, constraint }) => `'${to.name}!${constraint}'`)
	return new RestProblem(
		300,
		'PGRST201',
		`Could not embed because more than one relationship was found for '${from.name}' and '${target}'`,
		{
			details: found.map((relationship) => ({
				cardinality: relationship.cardinality,
				embedding: `${from.name} with ${relationship.to.name}`,
				relationship: wording(relationship),
			})),
			hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
		},
	)
}

function wording({ junction, constraint, from, to, columns }: Relationship): string {
	const list = (pairs: readonly ColumnPair[], side: keyof ColumnPair) =>
		`(${pairs.map((pair) => pair[side]).join(', ')})`
	if (junction) {
		const { relation, near, far } = junction
		return `${relation.name} using ${near.constraint}${list(near.columns, 'foreign')} and ${far.constraint}${list(far.columns, 'foreign')}`
	}
	return `${constraint} using ${from.name}${list(columns, 'local')} and ${to.name}${list(columns, 'foreign')}`
}
