import { type Claims, type Db, RollbackWith } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import type { Catalog } from './catalog.ts'
import type { CatalogCache } from './catalog-cache.ts'
import type { Answer } from './compile-read.ts'
import type { Limits } from './compiler.ts'
import type { RestRequest } from './exchange.ts'
import { quoteIdentifier } from './identifier.ts'
import type { PlanCache } from './plan-cache.ts'
import type { Preferences } from './prefer.ts'
import type { ReadPlan } from './read-plan.ts'
import { checkConstraints } from './rollback-queries.ts'
import type { ServerTiming } from './server-timing.ts'

/** What the operator decides; the defaults are Supabase's. */
export type RestOptions = Limits & {
	/** Schemas that requests may name; the first is the default. */
	schemas: readonly string[]
	/** Schemas that functions and operators are looked for in after the requested one. */
	extraSearchPath: readonly string[]
	/** Answers with the plan of a statement to those who ask for it. */
	plans: boolean
	/** Lets `Prefer: tx=rollback` undo a request, for the tests of those who use the API. */
	allowTxOverride: boolean
	/** Whom tokens that name an audience must be meant for; anybody when left out. */
	audience?: string | undefined
	/** Tells in `Server-Timing` how long the steps of a request took. */
	serverTiming: boolean
	/** Where this wire stands, as the OpenAPI document says. */
	publicUrl: string
}

/** One request, understood as far as it does not depend on its kind. */
export type Call = {
	/** As it came, its body unread. */
	request: RestRequest
	claims: Claims
	schema: string
	/** True when the schema was asked for or is one of several, so that the answer must name it. */
	profiled: boolean
	catalog: Catalog
	preferences: Preferences
	timing: ServerTiming | undefined
}

export type Engine = {
	db: Db
	cache: CatalogCache
	options: RestOptions
	plans: PlanCache<ReadPlan>
}

/**
 * Runs a compiled request in one transaction as its caller.
 * @param check refuses the answer, which rolls back; without it the commit travels with the statement
 */
export async function execute(
	{ db, options }: Engine,
	call: Call,
	query: Query,
	readOnly: boolean,
	check?: (answer: Answer) => void,
): Promise<Answer> {
	const undo = call.preferences.tx === 'rollback'
	beginTransaction(call)
	return db.as(
		call.claims,
		async (tx) => {
			if (!check && !undo) return only(await tx.final<Answer>(query))
			const answer = only(await tx.query<Answer>(query))
			check?.(answer)
			if (undo) {
				if (!readOnly) await tx.query(checkConstraints())
				throw new RollbackWith(answer)
			}
			return answer
		},
		{ readOnly, settings: settingsOf(call, options) },
	)
}

/** Rows of one statement, whose effects are undone. */
export async function runOnce<Row extends object>(
	{ db, options }: Engine,
	call: Call,
	query: Query,
): Promise<Row[]> {
	beginTransaction(call)
	return db.as(
		call.claims,
		async (tx) => {
			throw new RollbackWith(await tx.query<Row>(query))
		},
		{ readOnly: isRead(call), settings: settingsOf(call, options) },
	)
}

/** A plan that is remembered took no time to make. */
export function beginTransaction({ timing }: Pick<Call, 'timing'>): void {
	timing?.begin('plan')
	timing?.begin('transaction')
}

function isRead({ request }: Call): boolean {
	return request.method === 'GET' || request.method === 'HEAD'
}

/** Adds a second statement to the same transaction; both are in flight together. */
export async function executeBoth<Row extends object>(
	{ db, options }: Engine,
	call: Call,
	first: Query,
	second: Query,
): Promise<[Answer, Row[]]> {
	beginTransaction(call)
	return db.as(
		call.claims,
		async (tx) => {
			const [answer, rows] = await Promise.all([tx.query<Answer>(first), tx.final<Row>(second)])
			return [only(answer), rows]
		},
		{ readOnly: true, settings: settingsOf(call, options) },
	)
}

function only(rows: Answer[]): Answer {
	const [answer] = rows
	if (!answer) throw new Error('the statement gave no answer row')
	return answer
}

function settingsOf(call: Call, { extraSearchPath }: RestOptions): Record<string, string> {
	const { request, schema, preferences } = call
	const { method, path, headers, plainHeaders } = request
	const settings: Record<string, string> = {
		'request.method': method,
		'request.path': path,
		'request.headers': JSON.stringify(plainHeaders),
		'request.cookies': JSON.stringify(readCookies(headers.get('cookie'))),
	}
	const searchPath = [schema, ...extraSearchPath]
	// The login finds `public` by itself.
	if (searchPath.join() !== 'public')
		settings.search_path = searchPath.map(quoteIdentifier).join(', ')
	if (preferences.timezone !== undefined) settings.timezone = preferences.timezone
	return settings
}

function readCookies(header: string | null): Record<string, string> {
	if (!header) return {}
	return Object.fromEntries(
		header
			.split(';')
			.map((part) => part.trim())
			.filter((part) => part.includes('='))
			.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
	)
}
