/** What a person does in a browser, in words that both engines' drivers can carry out. */
export type Tab = {
	go(address: string): Promise<void>
	/** The body of a function, run in the page with what follows as `arguments`; what it returns, as JSON. */
	run<T = unknown>(code: string, ...given: unknown[]): Promise<T>
	/** Moves the pointer to the middle of what a CSS selector finds first, and clicks. */
	click(selector: string): Promise<void>
	/** Types where the focus is. */
	type(text: string): Promise<void>
	/** One key by its name (`Enter`), or a chord (`Control+k`). */
	press(key: string): Promise<void>
	/** Chooses a file of this machine in a file field. */
	choose(selector: string, file: string): Promise<void>
	/** The size of the page's part of the window, in CSS pixels. */
	size(width: number, height: number): Promise<void>
	/** What can be seen, as a PNG. */
	picture(): Promise<Buffer>
	close(): Promise<void>
}

export type Engine = {
	name: string
	tab(): Promise<Tab>
	/** What the console said was wrong since it was last asked, as far as the engine tells. */
	problems(): string[]
	close(): Promise<void>
}

export type EngineOptions = { dark?: boolean; script?: boolean }
