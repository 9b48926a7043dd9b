/** Where a Plaudit server answers, and how long an answer may be kept. */
export type ServerOptions = {
	/** Address of your Plaudit, such as `https://praise.example.com`. */
	server: string
	/** Seconds for which Next.js keeps an answer; other runtimes ignore it. A withdrawn testimonial is shown for no longer. */
	revalidate?: number
}

/** One published testimonial, as `GET /functions/v1/wall` gives it. */
export type PublicTestimonial = {
	id: string
	kind: 'text' | 'photo' | 'video' | 'audio'
	locale: string | null
	title?: string | null
	/** The whole text, or the one continuous passage that the owner chose. */
	text: string
	is_excerpt: boolean
	rating: number | null
	author: { name: string; title: string | null; company: string | null; url: string | null }
	submitted_at: string
	/** The owner's disclosure of a reward, which must be shown beside the words. */
	reward: string | null
	reply: { body: string } | null
}

/** One page of a wall. */
export type WallPage = {
	wall: { id: string; slug: string; name: string }
	items: PublicTestimonial[]
	/** Cursor of the next page; null at the end. */
	next: string | null
}

/** Milliseconds after which a page goes on without its testimonials. */
const patience = 8000
const usualRevalidation = 60

/** An address of a Plaudit server. @throws TypeError when the server's address is no web address */
export function addressOf(server: string, path: string): string {
	const { protocol, href } = new URL(server)
	if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`${server} is no web address.`)
	return href.replace(/\/+$/, '') + path
}

/** Reads what is public at an address. @throws Error when it does not answer in time, or with anything but 2xx */
export async function readPublic(
	{ server, revalidate = usualRevalidation }: ServerOptions,
	path: string,
	signal?: AbortSignal,
): Promise<Response> {
	const timeout = AbortSignal.timeout(patience)
	const options = {
		credentials: 'omit',
		signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		next: { revalidate },
	} satisfies RequestInit & { next: { revalidate: number } }
	const answer = await fetch(addressOf(server, path), options)
	if (!answer.ok) throw new Error(`${addressOf(server, path)} answered ${answer.status}.`)
	return answer
}
