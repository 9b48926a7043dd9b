import { RestError } from '#platform/rest/errors.ts'
import type { EmbedItem } from '#platform/rest/parse/ast.ts'
import type { AnyRelationship, Catalog, ColumnPair, Junction, Relation, Relationship } from './catalog.ts'
import { closestName } from './closest-name.ts'

/**
 * Finds the relationship of an embed (https://docs.postgrest.org/en/stable/references/api/resource_embedding.html).
 * @throws RestError PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(catalog: Catalog, from: Relation, embed: EmbedItem): AnyRelationship {
	const all = catalog.relationships.get(from).filter(({ to }) => to.schema === from.schema)
	const computed = all.find((candidate) => candidate.kind === 'computed' && candidate.routine.name === embed.target)
	// A computed relationship overrides those by foreign keys.
	if (computed) return computed
	const found = all.filter(
		(candidate): candidate is Relationship => candidate.kind === 'keys' && matches(candidate, embed.target, embed.hint),
	)
	const [first, ...more] = found
	if (!first) throw noRelationshipError(catalog, from, embed, all)
	if (more.length > 0) throw ambiguousRelationshipError(from, embed.target, found)
	return first
}

function matches(r: Relationship, target: string, hint: string | undefined): boolean {
	if (r.from === r.to) return matchesSelf(r, target, hint)
	if (hint === undefined) {
		if (target === r.to.name) return true
		// Constraint and column names find tables alone: views of the table would make them ambiguous.
		return !r.to.isView && (isConstraint(r, target) || isColumn(r.columns, 'local', target))
	}
	if (target !== r.to.name) return false
	if (r.junction) return isJunction(r.junction, hint)
	return isConstraint(r, hint) || isColumn(r.columns, 'local', hint) || isColumn(r.columns, 'foreign', hint)
}

/** Self-references: the table's name means the children, the column or constraint the parent. */
function matchesSelf(r: Relationship, target: string, hint: string | undefined): boolean {
	if (r.junction) return target === r.to.name && hint !== undefined && isJunction(r.junction, hint)
	if (hint === undefined)
		return r.outward ? isConstraint(r, target) || isColumn(r.columns, 'local', target) : target === r.to.name
	const isHinted = isConstraint(r, hint) || isColumn(r.columns, 'foreign', hint)
	return target === r.to.name && !r.outward && isHinted
}

function isJunction({ relation, far }: Junction, hint: string): boolean {
	return hint === relation.name || hint === far.constraint
}

function isConstraint({ constraint, junction }: Relationship, name: string): boolean {
	return !junction && constraint === name
}

function isColumn(columns: readonly ColumnPair[], side: keyof ColumnPair, name: string): boolean {
	return columns.length === 1 && columns[0]?.[side] === name
}

function noRelationshipError(
	catalog: Catalog,
	from: Relation,
	{ target, hint }: EmbedItem,
	all: readonly AnyRelationship[],
): RestError {
	const sought = hint === undefined ? '' : ` using the hint '${hint}'`
	const isRelated = catalog.relationships.has(from)
	const meant = isRelated ? nearest(target, all) : nearestParent(catalog, from)
	return new RestError(
		400,
		'PGRST200',
		`Could not find a relationship between '${from.name}' and '${target}' in the schema cache`,
		{
			details: `Searched for a foreign key relationship between '${from.name}' and '${target}'${sought} in the schema '${from.schema}', but no matches were found.`,
			hint: meant && `Perhaps you meant '${meant.near}' instead of '${meant.name}'.`,
		},
	)
}

const minSimilarity = 0.33

/** The related relation with the most similar name; none when only the hint is wrong. */
function nearest(target: string, all: readonly AnyRelationship[]) {
	const names = new Set(all.map(({ to }) => to.name))
	const near = closestName(target, names, minSimilarity)
	return near?.toLowerCase() === target.toLowerCase() ? undefined : near && { near, name: target }
}

/** For a relation without relationships, a similar name with relationships. */
function nearestParent({ relations, relationships }: Catalog, from: Relation) {
	const candidates = [...(relations.get(from.schema)?.values() ?? [])]
	const names = candidates.filter((candidate) => relationships.has(candidate)).map(({ name }) => name)
	const near = closestName(from.name, names, minSimilarity)
	return near && { near, name: from.name }
}

function ambiguousRelationshipError(from: Relation, target: string, found: readonly Relationship[]): RestError {
	const choices = found.map(({ to, constraint }) => `'${to.name}!${constraint}'`)
	return new RestError(
		300,
		'PGRST201',
		`Could not embed because more than one relationship was found for '${from.name}' and '${target}'`,
		{
			details: found.map((relationship) => ({
				cardinality: relationship.cardinality,
				embedding: `${from.name} with ${relationship.to.name}`,
				relationship: describeRelationship(relationship),
			})),
			hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
		},
	)
}

function describeRelationship({ junction, constraint, from, to, columns }: Relationship): string {
	const list = (pairs: readonly ColumnPair[], side: keyof ColumnPair) =>
		`(${pairs.map((pair) => pair[side]).join(', ')})`
	if (junction) {
		const { relation, near, far } = junction
		return `${relation.name} using ${near.constraint}${list(near.columns, 'foreign')} and ${far.constraint}${list(far.columns, 'foreign')}`
	}
	return `${constraint} using ${from.name}${list(columns, 'local')} and ${to.name}${list(columns, 'foreign')}`
}
