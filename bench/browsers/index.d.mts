// Maintained manually, so that types are checked where these libraries are not installed.
type Audit = { numericValue?: number }
type Result = {
	lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> }
}
export function loadLighthouse(): Promise<
	(url: string, flags: { port: number; logLevel: 'error'; output: 'json' }) => Promise<Result | undefined>
>

export type Page = {
	on(event: 'pageerror', listener: (error: unknown) => void): void
	on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
	goto(address: string, options: { waitUntil: string[] }): Promise<unknown>
	evaluate(code: never, ...given: unknown[]): Promise<unknown>
	mouse: { click(x: number, y: number): Promise<void> }
	keyboard: Record<'type' | 'down' | 'up' | 'press', (keys: string) => Promise<void>>
	$(selector: string): Promise<unknown>
	setViewport(size: { width: number; height: number }): Promise<void>
	setOfflineMode(isOffline: boolean): Promise<void>
	screenshot(options: { captureBeyondViewport: boolean }): Promise<Uint8Array>
	close(): Promise<void>
}
type Browser = { version(): Promise<string>; newPage(): Promise<Page>; close(): Promise<void> }
export function loadPuppeteer(): Promise<{ launch(options: object): Promise<Browser> }>
