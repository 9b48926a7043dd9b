/** Serves, exactly as `npm start` does after its checks. */
export async function run(): Promise<undefined> {
	await import('#server/main.ts')
}
