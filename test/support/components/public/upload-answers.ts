import { answer } from '#test/support/components/answers.ts'

const resumable = '/storage/v1/upload/resumable'
const isUpload = (url: string | URL) => new URL(url, window.location.href).pathname.startsWith(resumable)

/** Sends the requests of uploads to the answers of the test, which `fetch` asks. Others go to the network. */
class AnsweredRequest extends XMLHttpRequest {
	#request: { method: string; url: string | URL; headers: Record<string, string> } | undefined
	readonly #aborted = new AbortController()

	override open(method: string, url: string | URL): void {
		if (isUpload(url)) this.#request = { method, url, headers: {} }
		super.open(method, url, true)
	}

	override setRequestHeader(name: string, value: string): void {
		if (this.#request) this.#request.headers[name] = value
		else super.setRequestHeader(name, value)
	}

	override send(body?: XMLHttpRequestBodyInit | null): void {
		if (!this.#request) {
			super.send(body)
			return
		}
		const { url, ...init } = this.#request
		fetch(url, { ...init, body: body ?? null, signal: this.#aborted.signal }).then(
			(response) => this.#receive(response),
			() => !this.#aborted.signal.aborted && this.onerror?.(new ProgressEvent('error')),
		)
	}

	override abort(): void {
		if (this.#request) this.#aborted.abort()
		else super.abort()
	}

	#receive(response: Response): void {
		Object.defineProperties(this, {
			status: { value: response.status },
			responseText: { value: '' },
			getResponseHeader: { value: (name: string) => response.headers.get(name) },
			getAllResponseHeaders: { value: () => [...response.headers].map((pair) => pair.join(': ')).join('\r\n') },
		})
		this.onload?.(new ProgressEvent('load'))
	}
}
window.XMLHttpRequest = AnsweredRequest

/** Takes uploads as our server does, each in one request. `until` holds their bytes back. */
export function takeUploads(until?: Promise<void>): void {
	let uploads = 0
	answer({
		'POST /functions/v1/upload': () => ({
			id: `55555555-5555-4555-8555-55555555555${uploads++}`,
			url: `${window.location.origin}${resumable}`,
			token: 'token',
			bucket: 'recordings',
			name: 'unsent/recording',
			expires_at: new Date(Date.now() + 3_600_000).toISOString(),
		}),
		[`POST ${resumable}`]: async (request) => {
			await until
			const { size } = await request.blob()
			const headers = { location: `${resumable}/upload`, 'upload-offset': String(size), 'tus-resumable': '1.0.0' }
			return new Response(null, { status: 201, headers })
		},
	})
}

/** The route of the request that sends the bytes of an upload. */
export const uploadRoute = `POST ${resumable}`
