import { randomUUID } from 'node:crypto'
import { queryPostgres } from '#test/support/postgres/postmaster.ts'
import { submissionBody } from './submission-body.ts'

type Sent = { key: string; body: string; id: string | undefined }

/** Counts of submissions after a run, by what became of them. */
export type SubmissionCounts = {
	sent: number
	acknowledged: number
	lost: number
	duplicated: number
}

/** Sends submissions to a form, remembers which were acknowledged with 201, and compares them with the database. */
export class AcknowledgedSubmissions {
	private readonly sent: Sent[] = []
	private readonly url: string
	private readonly form: { slug: string; wording: string }
	constructor(url: string, form: { slug: string; wording: string }) {
		this.url = url
		this.form = form
	}

	/**
	 * Sends one submission.
	 * @returns its id, or undefined when it was not acknowledged
	 */
	async sendOne(): Promise<string | undefined> {
		const one: Sent = { key: randomUUID(), body: `Sent as ${randomUUID()}.`, id: undefined }
		this.sent.push(one)
		await this.send(one)
		return one.id
	}

	/**
	 * Eight visitors who send one submission after another.
	 * @param continues called after each, with whether the server answered
	 */
	async stream(continues: (isAnswered: boolean) => boolean): Promise<void> {
		await Promise.all(
			Array.from({ length: 8 }, async () => {
				while (continues((await this.sendOne()) !== undefined));
			}),
		)
	}

	/** Repeats unacknowledged submissions with their idempotency keys, as a browser does. */
	async sendAgain(): Promise<void> {
		for (const one of this.sent) if (!one.id) await this.send(one)
	}

	/** Compares with the embedded database of a data directory. */
	async compare(dataDir: string): Promise<SubmissionCounts> {
		return this.compareWith(await queryPostgres(dataDir, 'select id, body from public.testimonials'))
	}

	/** @param rows all testimonials of the database */
	compareWith(rows: { id: string; body: string }[]): SubmissionCounts {
		const ids = new Set(rows.map(({ id }) => id))
		const bodies = new Map<string, number>()
		for (const { body } of rows) bodies.set(body, (bodies.get(body) ?? 0) + 1)
		const acknowledged = this.sent.filter(({ id }) => id)
		return {
			sent: this.sent.length,
			acknowledged: acknowledged.length,
			lost: acknowledged.filter(({ id, body }) => !ids.has(id ?? '') || !bodies.has(body)).length,
			duplicated: [...bodies.values()].filter((count) => count > 1).length,
		}
	}

	private async send(one: Sent): Promise<void> {
		try {
			const response = await fetch(`${this.url}/functions/v1/submit`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'idempotency-key': one.key },
				body: JSON.stringify(submissionBody(this.form, { body: one.body, rating: null })),
				signal: AbortSignal.timeout(5000),
			})
			const answer = (await response.json()) as { id: string }
			if (response.status === 201) one.id = answer.id
		} catch {
			// The server is down or the connection was cut: the submission is not acknowledged.
		}
	}
}
