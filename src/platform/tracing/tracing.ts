type Maybe<T> = T | Promise<T>
/** Attributes of a span: names of the program and numbers, never anything that a caller sent. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Spans for OpenTelemetry. It is undefined where traces are off, so that they cost nothing. */
export type Tracing = {
	/**
	 * Runs the work of a request.
	 * @param traceparent the caller's header, whose trace goes on (https://www.w3.org/TR/trace-context/)
	 */
	request<T extends { status: number }>(
		method: string,
		route: string,
		traceparent: string | undefined,
		work: () => Maybe<T>,
	): Maybe<T>
	/** Runs work inside the span of its caller. A failure is recorded by its name and code; its message may quote a person. */
	span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
	/** Sends what is left. */
	close(): Promise<void>
}
