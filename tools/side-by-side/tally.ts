/** Counts of one kind of request at one node. */
export type Counts = {
	ok: number
	refused: number
	failed: number
	busy: number
	unanswered: number
	firstFailure?: string
}

type ClientError = { message: string; code?: string | undefined; status?: number | undefined }
export type ClientAnswer<Data> = { data: Data; status?: number; error: ClientError | null }

/** Counts answers by node and kind: 2xx and 3xx, 4xx, 5xx, 503 (`busy`: to be sent again), and none in time or over a connection that was cut. */
export class Tally {
	readonly counts: Record<string, Counts> = {}

	add(what: string, status: number, detail: string): void {
		const counts = this.counts[what] ?? { ok: 0, refused: 0, failed: 0, busy: 0, unanswered: 0 }
		this.counts[what] = counts
		if (status >= 200 && status < 400) counts.ok++
		else if (status >= 400 && status < 500) counts.refused++
		else if (status === 0) counts.unanswered++
		else if (status === 503) counts.busy++
		else counts.failed++
		if (status < 200 || status >= 400) counts.firstFailure ??= `${status} ${detail.slice(0, 300)}`
	}

	/** Requests, and counts the answer. @returns it, or nothing when there was none */
	async fetch(what: string, url: string, init?: RequestInit): Promise<{ status: number; text: string } | undefined> {
		try {
			const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(15_000) })
			const text = await response.text()
			this.add(what, response.status, text)
			return { status: response.status, text }
		} catch (error) {
			this.add(what, 0, (error as Error).message)
			return undefined
		}
	}

	/** Counts the answer of the official client. @returns its data, unless it is an error */
	async client<Data>(what: string, answer: PromiseLike<ClientAnswer<Data>>): Promise<Data | undefined> {
		const { data, status, error } = await answer
		this.add(
			what,
			error ? (error.status ?? status ?? 0) : (status ?? 200),
			error ? `${error.code} ${error.message}` : '',
		)
		return error ? undefined : data
	}

	sum(of: 'ok' | 'refused' | 'failed' | 'busy' | 'unanswered'): number {
		return Object.values(this.counts).reduce((sum, counts) => sum + counts[of], 0)
	}
}
