import type {
	AnyRelationship,
	Catalog,
	Column,
	MediaType,
	Parameter,
	Relation,
	Routine,
	Shape,
} from './catalog.ts'
import type { CatalogRows, ColumnRow, RelationRow, RoutineRow, Value } from './catalog-rows.ts'
import { builtInNames, parameterType, qualified, quoteIdentifier } from './identifier.ts'
import { type Held, Relationships } from './relationships.ts'
import { traceViews } from './view-keys.ts'
import { Yielder } from './yielder.ts'

const unitsOfColumn = 100
const unitsOfRoutine = 500

/** Makes the catalog of the exposed schemas out of what the system tables say, in pieces that keep the event loop free. */
export async function buildCatalog(
	rows: CatalogRows,
	schemas: readonly string[],
	yielder = new Yielder(),
): Promise<Catalog> {
	const shapes = shapesOf(rows.shapes)
	const held = new Map<string, Held>()
	for (const row of rows.relations) {
		held.set(row.oid, hold(row, shapes))
		await yielder.spend((row.columns.length + 1) * unitsOfColumn)
	}
	await traceViews(held, rows.rules, yielder)
	for (const { kind, relation, columns } of rows.constraints)
		if (kind === 'p') held.get(relation)?.uniques.unshift(columns)
		else if (kind === 'u') held.get(relation)?.uniques.push(columns)
	setPrimaryKeys(held, rows)

	const exposed = [...held.values()].filter(({ relation }) => schemas.includes(relation.schema))
	const routines: Routine[] = []
	for (const row of rows.routines) {
		routines.push(toRoutine(row, held))
		await yielder.spend(unitsOfRoutine)
	}
	const computed = addComputed(rows.routines, routines, held)
	return {
		relations: grouped(exposed.map(({ relation }) => relation)),
		relationships: new Relationships(held, rows.constraints, schemas, computed),
		routines: groupedLists(routines.filter(isCallable)),
		types: castNames(rows.types),
		searchConfigs: new Map(rows.searchConfigs.map(({ name, literal }) => [name, literal])),
		mediaAggregates: rows.mediaAggregates.map(({ schema, name, media, base, relation }) => ({
			schema,
			name,
			media,
			isBinary: base === 'bytea',
			of: relation === null ? undefined : held.get(relation)?.relation,
		})),
		asGeoJson: rows.geoJson.map(({ schema }) => `${quoteIdentifier(schema)}."st_asgeojson"`)[0],
	}
}

function hold(row: RelationRow, shapes: ReadonlyMap<string, Shape>): Held {
	const numbers = new Map(row.columns.map(({ number, name }) => [number, name]))
	const operations = Number(row.operations)
	const computed = new Map<string, Routine>()
	const primaryKey: string[] = []
	const relation: Relation = {
		schema: row.schema,
		name: row.name,
		columns: new Map(row.columns.map((column) => [column.name, toColumn(column, shapes)])),
		primaryKey,
		insertable: (operations & 8) !== 0,
		updatable: (operations & 4) !== 0,
		deletable: (operations & 16) !== 0,
		isView: row.is_view,
		comment: row.comment ?? undefined,
		computed,
	}
	return { relation, numbers, uniques: [], origins: [], primaryKey, computed }
}

function toColumn(row: ColumnRow, shapes: ReadonlyMap<string, Shape>): Column {
	return {
		name: row.name,
		type: row.type,
		base: row.base,
		notNull: row.notNull,
		defaultSql: row.default ?? undefined,
		comment: row.comment ?? undefined,
		labels: row.labels ?? undefined,
		maxLength: row.maxLength ?? undefined,
		shape: shapes.get(row.type),
	}
}

function shapesOf(rows: CatalogRows['shapes']): Map<string, Shape> {
	const shapes = new Map<string, Shape>()
	for (const { domain, kind, schema, name } of rows)
		shapes.set(domain, { ...shapes.get(domain), [kind]: qualified({ schema, name }) })
	return shapes
}

/** A view has the primary keys of all tables whose whole key it shows, so that it may be a junction as its tables are. */
function setPrimaryKeys(held: ReadonlyMap<string, Held>, rows: CatalogRows): void {
	const keys = new Map(
		rows.constraints.filter(({ kind }) => kind === 'p').map((row) => [row.relation, row.columns]),
	)
	for (const [oid, { numbers, origins, primaryKey }] of held) {
		const own = keys.get(oid)
		if (own) primaryKey.push(...own.flatMap((number) => numbers.get(number) ?? []))
		for (const origin of own ? [] : origins) {
			// Of a column that is shown twice, the first name counts.
			const names = keys.get(origin.oid)?.map((number) => origin.names.get(number)?.[0])
			if (names?.length && names.every((name) => name !== undefined))
				primaryKey.push(...names.filter((name) => !primaryKey.includes(name)))
		}
	}
}

function toRoutine(row: RoutineRow, held: ReadonlyMap<string, Held>): Routine {
	const inputs = row.arguments.filter(({ mode }) => 'ibv'.includes(mode))
	const firstDefault = inputs.length - row.defaults
	const parameters = inputs.map(
		({ name, type, mode }, position): Parameter => ({
			name,
			type: parameterType(type),
			required: position < firstDefault,
			variadic: mode === 'v',
		}),
	)
	const outputs = row.arguments.filter(({ mode }) => 'bot'.includes(mode))
	const known = row.return_relation ? held.get(row.return_relation)?.relation : undefined
	// A composite type is no relation that requests could name, but its columns are those of the result.
	const returned = outputs.length > 0 ? outputs : known ? undefined : row.return_columns
	const rows = returned ? rowsOf(row, returned) : known
	return {
		schema: row.schema,
		name: row.name,
		parameters,
		volatility:
			row.volatility === 'v' ? 'volatile' : row.volatility === 's' ? 'stable' : 'immutable',
		returns: row.return_type === 'void' ? 'void' : rows ? 'rows' : 'scalar',
		set: row.is_set,
		rows,
		type: row.return_type,
		media: mediaOf(row),
		comment: row.comment ?? undefined,
	}
}

/** Arguments are named; a single one without a name takes a whole body, which only some types can be. */
function isCallable({ parameters }: Routine): boolean {
	const unnamed = parameters.filter(({ name }) => name === '')
	const [only, ...more] = unnamed
	return (
		!only || (more.length === 0 && ['bytea', 'json', 'jsonb', 'text', 'xml'].includes(only.type))
	)
}

function mediaOf({ return_kind, return_name, return_base }: RoutineRow): MediaType | undefined {
	const isMedia =
		return_kind === 'd' && /^[a-z0-9*][a-z0-9.+*-]*\/[a-z0-9*][a-z0-9.+*-]*$/.test(return_name)
	return isMedia ? { type: return_name, isBinary: return_base === 'bytea' } : undefined
}

/** Columns that only a function returns stand for a relation of its name. */
function rowsOf(row: RoutineRow, outputs: readonly Value[]): Relation {
	const columns = outputs.map(({ name, type, base }): [string, Column] => [
		name,
		{
			name,
			type,
			base,
			notNull: false,
			defaultSql: undefined,
			comment: undefined,
			labels: undefined,
			maxLength: undefined,
			shape: undefined,
		},
	])
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

/** A function of one row is a computed column, or a computed relationship when it returns rows. */
function addComputed(
	rows: readonly RoutineRow[],
	routines: readonly Routine[],
	held: ReadonlyMap<string, Held>,
): Map<Relation, AnyRelationship[]> {
	const relationships = new Map<Relation, AnyRelationship[]>()
	for (const [position, routine] of routines.entries()) {
		const row = rows[position]
		const [argument, ...more] = row?.arguments.filter(({ mode }) => 'ib'.includes(mode)) ?? []
		const from = argument?.relation && more.length === 0 ? held.get(argument.relation) : undefined
		if (!row || !from || from.relation.schema !== routine.schema) continue
		const to = row.return_relation ? held.get(row.return_relation)?.relation : undefined
		if (to) {
			const list = relationships.get(from.relation) ?? []
			const toOne = !row.is_set || row.rows === 1
			list.push({ kind: 'computed', from: from.relation, to, toOne, routine })
			relationships.set(from.relation, list)
		} else if (routine.returns === 'scalar' && !routine.set)
			from.computed.set(routine.name, routine)
	}
	return relationships
}

function grouped(relations: readonly Relation[]): Map<string, Map<string, Relation>> {
	const schemas = new Map<string, Map<string, Relation>>()
	for (const relation of relations) {
		const names = schemas.get(relation.schema) ?? new Map<string, Relation>()
		schemas.set(relation.schema, names.set(relation.name, relation))
	}
	return schemas
}

function groupedLists(routines: readonly Routine[]): Map<string, Map<string, Routine[]>> {
	const schemas = new Map<string, Map<string, Routine[]>>()
	for (const routine of routines) {
		const names = schemas.get(routine.schema) ?? new Map<string, Routine[]>()
		const overloads = names.get(routine.name)
		if (overloads) overloads.push(routine)
		else names.set(routine.name, [routine])
		schemas.set(routine.schema, names)
	}
	return schemas
}

function castNames(types: CatalogRows['types']): Map<string, string> {
	const names = new Map<string, string>()
	for (const { schema, name } of types)
		if (schema !== 'pg_catalog' || !names.has(name))
			names.set(name, `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`)
	for (const [written, name] of builtInNames)
		names.set(written, `"pg_catalog".${quoteIdentifier(name)}`)
	return names
}
