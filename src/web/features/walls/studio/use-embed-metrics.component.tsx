import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useEmbedSize } from './use-embed-metrics.ts'

const Native = globalThis.CompressionStream
let packed = 0
class CountedCompression extends Native {
	constructor(format: CompressionFormat) {
		super(format)
		packed++
	}
}
afterEach(() => {
	globalThis.CompressionStream = Native
})

function Size({ html }: { html: string }) {
	const size = useEmbedSize('22222222-2222-4222-8222-222222222222', html)
	return <p>{size ? `${size} bytes of ${html.length}` : 'unknown'}</p>
}

test('the size of an embed is measured once for changes that follow each other, so that it delays no preview', async () => {
	packed = 0
	globalThis.CompressionStream = CountedCompression
	const client = new QueryClient()
	client.setQueryData(['embed-loader'], '/* loader */')
	const screenOf = (html: string) => (
		<QueryClientProvider client={client}>
			<Size html={html} />
		</QueryClientProvider>
	)
	const screen = await render(screenOf('first'))
	await expect.element(page.getByText(/bytes of 5$/)).toBeVisible()
	expect(packed).toBe(1)
	for (let length = 10; length <= 20; length++) await screen.rerender(screenOf('x'.repeat(length)))
	expect(packed).toBe(1)
	await expect.poll(() => packed).toBe(2)
	await expect.element(page.getByText(/bytes of 20$/)).toBeVisible()
	expect(packed).toBe(2)
})
