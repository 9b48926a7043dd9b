import { qualifiedName } from '#platform/pg/identifiers.ts'
import type { AnyRelationship, Catalog, Column, DataRepresentation, Parameter, Relation, Routine } from './catalog.ts'
import type { CatalogRows, RelationRow, RoutineRow, Value } from './catalog-queries.ts'
import { EventLoopYield } from './event-loop-yield.ts'
import { type RelationBuilder, Relationships } from './relationships.ts'
import { traceViewColumns } from './trace-view-columns.ts'

const unitsOfColumn = 100
const unitsOfRoutine = 500

/** Builds the catalog of the exposed schemas, in pieces that do not block the event loop. */
export async function buildCatalog(
	rows: CatalogRows,
	schemas: readonly string[],
	eventLoop = new EventLoopYield(),
): Promise<Catalog> {
	const representations = dataRepresentationsOf(rows.representations)
	const builders = new Map<string, RelationBuilder>()
	for (const row of rows.relations) {
		builders.set(row.oid, toRelationBuilder(row, representations))
		await eventLoop.yieldAfter((row.columns.length + 1) * unitsOfColumn)
	}
	await traceViewColumns(builders, rows.rules, eventLoop)
	for (const { kind, relation, columns } of rows.constraints)
		if (kind === 'p') builders.get(relation)?.uniques.unshift(columns)
		else if (kind === 'u') builders.get(relation)?.uniques.push(columns)
	setPrimaryKeys(builders, rows)

	const exposed = [...builders.values()].filter(({ relation }) => schemas.includes(relation.schema))
	const routines: Routine[] = []
	for (const row of rows.routines) {
		routines.push(toRoutine(row, builders))
		await eventLoop.yieldAfter(unitsOfRoutine)
	}
	const computed = addComputed(rows.routines, routines, builders)
	return {
		relations: bySchema(
			exposed.map(({ relation }) => relation),
			(list) => new Map(list.map((item) => [item.name, item])),
		),
		relationships: new Relationships(builders, rows.constraints, schemas, computed),
		routines: bySchema(routines.filter(isCallable), (list) => Map.groupBy(list, ({ name }) => name)),
		types: castNames(rows.types),
		searchConfigs: new Map(rows.searchConfigs.map(({ name, literal }) => [name, literal])),
		mediaAggregates: rows.mediaAggregates.map(({ relation, ...aggregate }) => ({
			...aggregate,
			of: relation === null ? undefined : builders.get(relation)?.relation,
		})),
		asGeoJson: rows.geoJson.map(({ schema }) => qualifiedName({ schema, name: 'st_asgeojson' }))[0],
	}
}

function toRelationBuilder(
	row: RelationRow,
	representations: ReadonlyMap<string, DataRepresentation>,
): RelationBuilder {
	const numbers = new Map(row.columns.map(({ number, name }) => [number, name]))
	const operations = Number(row.operations)
	const computed = new Map<string, Routine>()
	const primaryKey: string[] = []
	const relation: Relation = {
		schema: row.schema,
		name: row.name,
		columns: new Map(
			row.columns.map((column) => [column.name, { ...column, representation: representations.get(column.type) }]),
		),
		primaryKey,
		insertable: (operations & 8) !== 0,
		updatable: (operations & 4) !== 0,
		deletable: (operations & 16) !== 0,
		isView: row.isView,
		comment: row.comment ?? undefined,
		computed,
	}
	return { relation, columnNames: numbers, uniques: [], viewOrigins: [], primaryKey, computed }
}

function dataRepresentationsOf(rows: CatalogRows['representations']): Map<string, DataRepresentation> {
	const representations = new Map<string, DataRepresentation>()
	for (const { domain, kind, schema, name } of rows)
		representations.set(domain, { ...representations.get(domain), [kind]: qualifiedName({ schema, name }) })
	return representations
}

/** A view has the primary keys of all tables whose whole key it shows, so that it can be a junction. */
function setPrimaryKeys(builders: ReadonlyMap<string, RelationBuilder>, rows: CatalogRows): void {
	const keys = new Map(rows.constraints.filter(({ kind }) => kind === 'p').map((row) => [row.relation, row.columns]))
	for (const [oid, { columnNames: numbers, viewOrigins: origins, primaryKey }] of builders) {
		const own = keys.get(oid)
		if (own) primaryKey.push(...own.flatMap((number) => numbers.get(number) ?? []))
		for (const origin of own ? [] : origins) {
			// The first name counts for a column that is shown twice.
			const names = keys.get(origin.oid)?.map((number) => origin.names.get(number)?.[0])
			if (names?.length && names.every((name) => name !== undefined))
				primaryKey.push(...names.filter((name) => !primaryKey.includes(name)))
		}
	}
}

function toRoutine(row: RoutineRow, builders: ReadonlyMap<string, RelationBuilder>): Routine {
	const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
	const firstDefault = inputs.length - row.defaults
	const parameters = inputs.map(
		({ name, type, mode }, position): Parameter => ({
			name,
			// PostgreSQL does not keep the length of a parameter's type, which is one by default for these.
			type: type.replace(/^(bit|character)(\[\])?$/, '$1 varying$2'),
			required: position < firstDefault,
			variadic: mode === 'v',
		}),
	)
	const outputs = row.arguments.filter(({ mode }) => 'bot'.includes(mode))
	const known = row.return_relation ? builders.get(row.return_relation)?.relation : undefined
	// A composite type is no relation of the catalog, but its columns are those of the result.
	const returned = outputs.length > 0 ? outputs : known ? undefined : row.return_columns
	const rows = returned ? outputRelation(row, returned) : known
	return {
		schema: row.schema,
		name: row.name,
		parameters,
		volatility: row.volatility === 'v' ? 'volatile' : row.volatility === 's' ? 'stable' : 'immutable',
		returns: row.return_type === 'void' ? 'void' : rows ? 'rows' : 'scalar',
		set: row.is_set,
		rows,
		type: row.return_type,
		media: row.media ?? undefined,
		comment: row.comment ?? undefined,
	}
}

/** True when all parameters have names, or one without a name takes the whole body. */
function isCallable({ parameters }: Routine): boolean {
	const unnamed = parameters.filter(({ name }) => name === '')
	const [only, ...more] = unnamed
	return !only || (more.length === 0 && ['bytea', 'json', 'jsonb', 'text', 'xml'].includes(only.type))
}

/** A relation for the result columns of a function. */
function outputRelation(row: RoutineRow, outputs: readonly Value[]): Relation {
	const columns = outputs.map(({ name, type, base }): [string, Column] => [name, { name, type, base, notNull: false }])
	return {
		schema: row.schema,
		name: row.name,
		columns: new Map(columns),
		primaryKey: [],
		insertable: false,
		updatable: false,
		deletable: false,
		isView: false,
		comment: undefined,
		computed: new Map(),
	}
}

/** Adds functions of one row as computed columns, or as computed relationships when they return rows. */
function addComputed(
	rows: readonly RoutineRow[],
	routines: readonly Routine[],
	builders: ReadonlyMap<string, RelationBuilder>,
): Map<Relation, AnyRelationship[]> {
	const relationships = new Map<Relation, AnyRelationship[]>()
	for (const [position, routine] of routines.entries()) {
		const row = rows[position]
		const [argument, ...more] = row?.arguments.filter(({ mode }) => 'ib'.includes(mode)) ?? []
		const from = argument?.relation && more.length === 0 ? builders.get(argument.relation) : undefined
		if (!row || !from || from.relation.schema !== routine.schema) continue
		const to = row.return_relation ? builders.get(row.return_relation)?.relation : undefined
		if (to) {
			const list = relationships.get(from.relation) ?? []
			const toOne = !row.is_set || row.rows === 1
			list.push({ kind: 'computed', from: from.relation, to, toOne, routine })
			relationships.set(from.relation, list)
		} else if (routine.returns === 'scalar' && !routine.set) from.computed.set(routine.name, routine)
	}
	return relationships
}

function bySchema<T extends { schema: string }, Names>(
	objects: readonly T[],
	byName: (objects: readonly T[]) => Names,
): Map<string, Names> {
	const schemas = Map.groupBy(objects, ({ schema }) => schema)
	return new Map([...schemas].map(([schema, list]) => [schema, byName(list)]))
}

/** SQL's further spellings of built-in types, which format_type does not print. */
const aliases = { int: 'int4', float: 'float8', decimal: 'numeric', char: 'bpchar' }

/** Names that a cast may use, and the SQL of each. */
function castNames(types: CatalogRows['types']): Map<string, string> {
	const names = new Map<string, string>()
	for (const { schema, name, spelling } of types) {
		const isBuiltIn = schema === 'pg_catalog'
		const sql = qualifiedName({ schema, name })
		if (!isBuiltIn || !names.has(name)) names.set(name, sql)
		if (isBuiltIn && spelling !== name) names.set(spelling, sql)
	}
	for (const [alias, name] of Object.entries(aliases)) names.set(alias, qualifiedName({ schema: 'pg_catalog', name }))
	return names
}
