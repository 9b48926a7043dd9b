import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { queryPostgres } from '#test/support/postgres/postmaster.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { uploadRecording } from '#test/support/product/upload-recording.ts'
import type { Server } from '#test/support/server-process.ts'

type Sent = { key: string; upload: string; id: string | undefined }

/** A visitor's next step, or `processing`: their video was acknowledged and is being prepared. */
export type Phase = 'uploading' | 'sending' | 'processing'

/** Visitors who upload a video and send it, remember what was acknowledged, and compare it with the database and the files. */
export class SentRecordings {
	private readonly sent: Sent[] = []
	private readonly url: string
	private readonly form: { slug: string; wording: string }
	private readonly film: Buffer
	constructor(url: string, form: { slug: string; wording: string }, film: Buffer) {
		this.url = url
		this.form = form
		this.film = film
	}

	get acknowledged(): number {
		return this.sent.filter(({ id }) => id).length
	}

	/** Some visitors who each upload and send one video. */
	async sendSome(visitors: number, onPhase: (phase: Phase) => void): Promise<void> {
		await Promise.all(Array.from({ length: visitors }, () => this.sendOne(onPhase)))
	}

	/** Repeats unacknowledged submissions with their idempotency keys, as a browser does. */
	async sendAgain(): Promise<void> {
		for (const one of this.sent) if (!one.id) await this.send(one)
	}

	/** Waits until no recording is being processed; a job of a killed server begins again when its lease ends. */
	async untilProcessed(dataDir: string): Promise<void> {
		for (let open = 1; open > 0; ) {
			await new Promise((resolve) => setTimeout(resolve, 1000))
			const rows = await queryPostgres<{ open: number }>(
				dataDir,
				`select count(*)::int as open from public.media where state in ('uploading', 'processing')`,
			)
			open = rows[0]?.open ?? 0
		}
	}

	async compare({ dataDir }: Pick<Server, 'dataDir'>) {
		const rows = await queryPostgres<{ testimonial_id: string; id: string; state: string }>(
			dataDir,
			'select testimonial_id, id, state from public.media',
		)
		const byTestimonial = Map.groupBy(rows, (row) => row.testimonial_id)
		const byUpload = Map.groupBy(rows, (row) => row.id)
		const acknowledged = this.sent.filter(({ id }) => id)
		return {
			sent: this.sent.length,
			acknowledged: acknowledged.length,
			lost: acknowledged.filter(({ id, upload }) => byTestimonial.get(id ?? '')?.[0]?.id !== upload).length,
			duplicated: [...byUpload.values()].filter((found) => found.length > 1).length,
			notReady: rows.filter(({ state }) => state !== 'ready').length,
			...(await compareFiles(dataDir)),
		}
	}

	private async sendOne(onPhase: (phase: Phase) => void): Promise<void> {
		onPhase('uploading')
		const upload = await uploadRecording(
			{ url: this.url, fetch },
			this.form.slug,
			'video',
			this.film,
			'video/webm',
		).catch(() => undefined)
		if (!upload) return
		const one: Sent = { key: randomUUID(), upload, id: undefined }
		this.sent.push(one)
		onPhase('sending')
		await this.send(one)
		if (one.id) onPhase('processing')
	}

	private async send(one: Sent): Promise<void> {
		try {
			const response = await fetch(`${this.url}/functions/v1/submit`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'idempotency-key': one.key },
				body: JSON.stringify(submissionBody(this.form, { kind: 'video', body: '', media: [one.upload], rating: null })),
				signal: AbortSignal.timeout(5000),
			})
			if (response.status === 201) one.id = ((await response.json()) as { id: string }).id
		} catch {
			// The server is down or the connection was cut: the submission is not acknowledged.
		}
	}
}

/** Files without a row, and rows without a file, after the sweeps of the next day. */
async function compareFiles(dataDir: string): Promise<{ orphans: number; missing: number }> {
	const folder = join(dataDir, 'storage')
	const dayBefore = new Date(Date.now() - 2 * 86_400_000)
	for (const entry of await readdir(folder, { recursive: true }))
		await utimes(join(folder, entry), dayBefore, dayBefore)
	await queryPostgres(dataDir, "update storage.uploads set created_at = created_at - interval '2 days'")
	await queryPostgres(dataDir, "update private.recording_uploads set created_at = created_at - interval '2 days'")
	await queryPostgres(dataDir, 'select private.forget_old()')
	await runSweeps(dataDir)
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))
	const objects = await queryPostgres<{ version: string }>(dataDir, 'select version from storage.objects')
	const versions = new Set(objects.map(({ version }) => version))
	return {
		orphans: [...files].filter((name) => !versions.has(name)).length,
		missing: [...versions].filter((version) => !files.has(version)).length,
	}
}

/** Makes the daily jobs due, and waits until they have run. */
async function runSweeps(dataDir: string): Promise<void> {
	const sweeps = "kind in ('sweep_files', 'sweep_uploads', 'remove_files')"
	await queryPostgres(dataDir, `update plaudit.jobs set run_at = now() where ${sweeps}`)
	for (let due = 1; due > 0; ) {
		await new Promise((resolve) => setTimeout(resolve, 1000))
		const [row] = await queryPostgres<{ due: number }>(
			dataDir,
			`select count(*)::int as due from plaudit.jobs where ${sweeps} and run_at < now() + interval '10 minutes'`,
		)
		due = row?.due ?? 0
	}
}
