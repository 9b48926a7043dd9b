/** The obstacles that a page's security policy may be to a wall; the last one is `require-trusted-types-for` without our policy's name. */
export const policyObstacles = ['script', 'frame', 'image', 'style attribute', 'trusted types'] as const
export type PolicyObstacle = (typeof policyObstacles)[number]

/** The code of a wall in the HTML of a page. */
export type FoundCode = {
	kind: 'script' | 'static' | 'frame'
	/** The heights that the code reserves, as its address names them; empty where it names none. */
	reserves: string
}

/** The answer of `POST /functions/v1/site-check`: what the server found on one page. */
export type SiteCheck = {
	/** After redirects. */
	url: string
	/** From the request to the end of the HTML, on the server's line. */
	milliseconds: number
	/** The size of the HTML, without compression. */
	bytes: number
	/** Null where the HTML does not contain the wall: a page that a script builds may have it later. */
	code: FoundCode | null
	/** The obstacles that the page's security policies are to that code, or to the script where no code was found. */
	obstacles: PolicyObstacle[]
}
