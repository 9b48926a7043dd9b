import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useTestimonials } from './use-testimonials.ts'

const server = 'https://praise.example.com'
/** Pages of a wall by cursor. */
const pages: Record<string, object> = {
	'': { items: [{ id: '1', text: 'They sing.' }], next: 'two' },
	two: { items: [{ id: '2', text: 'They hum.' }], next: null },
}

const fetching = vi.spyOn(window, 'fetch')
afterEach(() => fetching.mockReset())
const answer = (respond: (address: URL) => Response) =>
	fetching.mockImplementation(async (address) => respond(new URL(String(address))))

function List({ slug }: { slug: string }) {
	const { items, isLoading, error, loadMore } = useTestimonials({ server, slug, limit: 1 })
	return (
		<section aria-busy={isLoading}>
			{items.map(({ id, text }) => (
				<p key={id}>{text}</p>
			))}
			{error && <p role="alert">{error.message}</p>}
			{loadMore && (
				<button type="button" onClick={loadMore}>
					More
				</button>
			)}
		</section>
	)
}

const list = (slug: string) => (
	<StrictMode>
		<List slug={slug} />
	</StrictMode>
)

test('a wall is read page by page, and another wall from its beginning', async () => {
	answer(({ searchParams }) =>
		Response.json(
			searchParams.get('slug') === 'boats'
				? { items: [{ id: '3', text: 'They float.' }], next: null }
				: pages[searchParams.get('cursor') ?? ''],
		),
	)
	const { rerender } = await render(list('bells'))
	await page.getByRole('button', { name: 'More' }).click()
	await expect.element(page.getByText('They hum.')).toBeVisible()
	expect(page.getByText('They sing.').elements()).toHaveLength(1)
	await expect.element(page.getByRole('button')).not.toBeInTheDocument()
	await rerender(list('boats'))
	await expect.element(page.getByText('They float.')).toBeVisible()
	await expect.element(page.getByText('They hum.')).not.toBeInTheDocument()
	expect(fetching.mock.calls.map(([address]) => String(address)).filter((one) => one.includes('boats'))[0]).toBe(
		`${server}/functions/v1/wall?slug=boats&limit=1`,
	)
})

test('a page that failed keeps those before it, and can be read again', async () => {
	let isBroken = true
	answer(({ searchParams }) => {
		const cursor = searchParams.get('cursor') ?? ''
		return cursor && isBroken ? new Response(null, { status: 503 }) : Response.json(pages[cursor])
	})
	await render(list('bells'))
	await page.getByRole('button', { name: 'More' }).click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(/answered 503/)
	await expect.element(page.getByText('They sing.')).toBeVisible()
	isBroken = false
	await page.getByRole('button', { name: 'More' }).click()
	await expect.element(page.getByText('They hum.')).toBeVisible()
	await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
