import { expect } from 'vitest'
import { createBulkJob } from '#product/bulk/register-bulk-job.ts'
import type { BulkBody } from '#shared/bulk-api.ts'
import type { BulkJobRow } from '#shared/rows.ts'
import { createTestApp, type Person } from '#test/support/test-app.ts'
import { addMember, createOwnSpace } from './space-fixture.ts'

export type BulkWorld = Awaited<ReturnType<typeof createBulkWorld>>

const context = { signal: new AbortController().signal, isLastAttempt: false, isPastLast: false }

/** An app with an owner and a stranger, and the calls of bulk actions. */
export async function createBulkWorld() {
	const app = await createTestApp()
	const owner = await app.person()
	const stranger = await app.person()

	const { sql } = app
	const post = (path: string, body: unknown, token: string | null = owner.token) =>
		app.fetch(`${app.url}/functions/v1/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
			body: JSON.stringify(body),
		})
	async function start(body: Partial<BulkBody>, token = owner.token): Promise<{ id: string; count: number }> {
		const response = await post('bulk', body, token)
		expect(response.status).toBe(202)
		return response.json()
	}
	const jobOf = async (id: string): Promise<BulkJobRow> =>
		(await owner.client.from('bulk_jobs').select().eq('id', id).single().throwOnError()).data

	return {
		app,
		owner,
		stranger,
		sql,
		post,
		start,
		jobOf,
		makeSpace: async (person = owner): Promise<string> =>
			(await createOwnSpace(person.client, { name: 'Fernhill' })).space_id,
		/** Adds a member to a space. */
		join: (space: string, role: string): Promise<Person> => addMember(app, space, role),
		/** Adds testimonials, number 1 to `count`. */
		async fill(space: string, count: number, fields: Record<string, unknown> = {}): Promise<string[]> {
			const rows = Array.from({ length: count }, (_, at) => {
				const body = `Words number ${at + 1}.`
				return {
					space_id: space,
					kind: 'text',
					body,
					author_name: `Ada ${at + 1}`,
					source: 'api',
					rating: 5,
					...fields,
				}
			})
			const { data } = await app.admin().from('testimonials').insert(rows).select('id').throwOnError()
			return data.map(({ id }) => id as string)
		},
		async run(body: Partial<BulkBody>): Promise<BulkJobRow> {
			const { id } = await start(body)
			await app.deps.longJobs.idle()
			return jobOf(id)
		},
		async undo(id: string, token = owner.token): Promise<BulkJobRow> {
			const response = await post(`bulk/${id}/undo`, {}, token)
			expect(response.status).toBe(202)
			await app.deps.longJobs.idle()
			return jobOf(id)
		},
		/** Testimonials of a space by status. */
		async statuses(space: string): Promise<Record<string, number>> {
			const rows = await sql<{ status: string; n: number }>(
				'select status, count(*)::int as n from public.testimonials where space_id = $1 group by 1 order by 1',
				[space],
			)
			return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
		},
		/** Runs `work`; the bulk jobs that it queues are left to `runJob`. */
		async stalled<Result>(work: () => Promise<Result>): Promise<Result> {
			await sql(`create or replace function plaudit.hold_bulk() returns trigger language plpgsql as
				$$ begin new.run_at := 'infinity'; return new; end $$`)
			await sql(`create or replace trigger hold_bulk before insert on plaudit.jobs for each row
				when (new.kind = 'run_bulk') execute function plaudit.hold_bulk()`)
			try {
				return await work()
			} finally {
				await sql('drop trigger hold_bulk on plaudit.jobs')
			}
		},
		/** Runs the handler of a bulk job, as a worker does. */
		runJob: (space: string, id: string, size = 10) =>
			createBulkJob(app.deps, size)({ space_id: space, bulk_id: id }, context),
	}
}

/** The error of an answer of functions/v1. */
export const errorOf = async (response: Response): Promise<{ code: string; message: string; fields: object }> =>
	(await response.json()).error
