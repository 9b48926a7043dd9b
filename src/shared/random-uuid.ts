/**
 * A random UUID (version 4), also over plain HTTP, where `crypto.randomUUID` is missing. Zeros become any digit, the 8 one from 8 to b;
 * the 4 is the version. Short, because the form's script carries it.
 */
export const randomUuid = (): string =>
	'00000000-0000-4000-8000-000000000000'.replace(/[08]/g, (digit) => {
		const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
		return (digit === '8' ? 8 | (random & 3) : random & 15).toString(16)
	})
