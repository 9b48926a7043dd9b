/** Actions of a person in a browser that both engines' drivers support. */
export type Tab = {
	go(address: string): Promise<void>
	/**
	 * Runs a function body in the page with `arguments`.
	 * @returns its result, as JSON
	 */
	run<T = unknown>(code: string, ...given: unknown[]): Promise<T>
	/** Moves the pointer to the centre of the first match of a CSS selector, and clicks. */
	click(selector: string): Promise<void>
	/** Types into the focused element. */
	type(text: string): Promise<void>
	/** Presses one key by its name (`Enter`), or a chord (`Control+k`). */
	press(key: string): Promise<void>
	/** Chooses a local file in a file field. */
	choose(selector: string, file: string): Promise<void>
	/** Sets the size of the viewport, in CSS pixels. */
	size(width: number, height: number): Promise<void>
	/** Screenshot of the viewport, as a PNG. */
	picture(): Promise<Buffer>
	/** Takes the page off the network, or brings it back. */
	offline(isOffline: boolean): Promise<void>
	close(): Promise<void>
}

export type Engine = {
	name: string
	tab(): Promise<Tab>
	/** Console errors since the last call, as far as the engine exposes them. */
	problems(): string[]
	close(): Promise<void>
}

export type EngineOptions = {
	dark?: boolean
	script?: boolean
	/** Camera and microphone: fake ones, or a refusal without a question. */
	devices?: 'fake' | 'refused'
}
