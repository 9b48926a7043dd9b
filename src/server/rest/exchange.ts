/** A request to rest/v1 as either door hands it in: Hono's, or Node's own for reads (`direct.ts`). */
export type RestRequest = {
	method: string
	/** Below the mount, as it was sent: `/todos`, `/rpc/add`. */
	path: string
	/** With its question mark, or empty. */
	search: string
	/** Names are asked for in lower case. */
	headers: { get(name: string): string | null }
	/** The same headers by lower-case name, for the settings of the transaction. */
	plainHeaders: object
	body: ReadableStream<Uint8Array> | null
	requestId: string
	/** Who sends it, as the gateway names them. */
	ip: string
}

/** What rest/v1 answers, before the gateway adds its headers. Names are in lower case. */
export type RestAnswer = {
	status: number
	headers: Record<string, string | string[]>
	/** Null when there is none, also for HEAD. */
	body: string | Uint8Array | null
}

/** A wire that takes requests from more than one door. It never throws. */
export type RestService = (request: RestRequest) => Promise<RestAnswer>
