import type { Catalog } from '#platform/rest/catalog/catalog.ts'

/** Every bare word that the compiler of rest/v1 may generate. A new word must be reviewed before it is added. */
const words = `
	select from where and or not is null true false unknown any all as on left join lateral limit offset order by desc nulls first last
	group exists with materialized insert into update set delete returning values default conflict do nothing case when then else end
	octet_length repeat variadic distinct like ilike begin commit rollback constraints immediate read only explain format json text analyze verbose settings buffers wal array row
	count sum avg min max coalesce json_agg json_build_object json_build_array json_object_agg json_array_elements json_strip_nulls
	json_to_recordset json_to_record to_json to_jsonb string_agg array_agg substring length nullif current_setting set_config nextval
	to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery unnest
	int4 integer smallint bigint numeric boolean jsonb regconfig regclass date uuid
	page body total headers status inserted location excluded src
`
const known = new Set(words.split(/\s+/).filter(Boolean))
/** Aliases that the compiler numbers: t0, r1, s2, j3, k4; single letters where no conflict is possible. */
const alias = /^([atrsjk]\d+|[abcefnpsrvj]|k|v)$/
const operators = /^(::|->>|->|#>>|@@|@>|<@|&&|<<|>>|&<|&>|-\|-|<>|>=|<=|=>|~\*|\|\||[=<>~+\-*().,[\]])/
const constants = new Set([
	'[]',
	'',
	'0',
	'request.jwt.claims',
	'role',
	'statement_timeout',
	'response.headers',
	'response.status',
	'rest.inserted',
	'\\n',
	'FeatureCollection',
	'type',
	'features',
])

/**
 * Tokens of a statement that are neither the compiler's own, nor catalog names, nor parameters. The tokenizer is
 * independent: it shares no code with the compiler.
 */
export function unexpectedTokens(statement: string, names: ReadonlySet<string>): string[] {
	const foreign: string[] = []
	let rest = statement
	const take = (pattern: RegExp) => {
		const found = pattern.exec(rest)
		if (found) rest = rest.slice(found[0].length)
		return found
	}
	while (rest !== '') {
		if (take(/^\s+/) || take(/^\$\d+/) || take(/^\d+(?![\w"])/)) continue
		const identifier = take(/^"((?:[^"]|"")*)"/)
		const literal = identifier ? null : take(/^E?'((?:[^'\\]|''|\\.)*)'/s)
		const word = identifier || literal ? null : take(/^[A-Za-z_]\w*/)
		if (identifier) {
			const name = (identifier[1] ?? '').replaceAll('""', '"')
			if (!names.has(name)) foreign.push(`"${name}"`)
		} else if (literal) {
			const text = (literal[1] ?? '').replaceAll("''", "'")
			if (!constants.has(text) && !names.has(text)) foreign.push(`'${text}'`)
		} else if (word) {
			if (!known.has(word[0]) && !alias.test(word[0]) && !names.has(word[0])) foreign.push(word[0])
		} else if (!take(operators)) {
			foreign.push(rest.slice(0, 1))
			rest = rest.slice(1)
		}
	}
	return foreign
}

/** All names in the catalog. */
export function namesOf(catalog: Catalog): Set<string> {
	const names = new Set<string>(['pg_catalog', 'public'])
	for (const [schema, relations] of catalog.relations) {
		names.add(schema)
		for (const [name, { columns, computed }] of relations) {
			for (const one of [name, ...columns.keys(), ...computed.keys()]) names.add(one)
			for (const { type, defaultSql = '' } of columns.values()) {
				for (const word of `${type} ${defaultSql}`.match(/\w+/g) ?? []) names.add(word)
				for (const text of defaultSql.match(/(?<=')[^']*(?=')/g) ?? []) names.add(text)
			}
		}
	}
	for (const routines of catalog.routines.values())
		for (const [name, overloads] of routines) {
			names.add(name)
			for (const { parameters, rows } of overloads) {
				for (const one of [...parameters.map((p) => p.name), ...(rows?.columns.keys() ?? [])]) names.add(one)
				for (const { type } of parameters) for (const word of type.match(/\w+/g) ?? []) names.add(word)
			}
		}
	for (const type of catalog.types.values()) for (const name of type.match(/(?<=")[^"]+(?=")/g) ?? []) names.add(name)
	for (const literal of catalog.searchConfigs.values()) names.add(literal.slice(1, -1))
	return names
}
