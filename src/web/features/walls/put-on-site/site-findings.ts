import type { PolicyObstacle, SiteCheck } from '#shared/instance/site-check.ts'
import { type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { reservedHeights } from '#shared/wall/wall-layouts.ts'
import type { WallSite } from '#web/features/walls/use-walls.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import type { SnippetWall } from './embed-snippets.ts'

/** One thing that was found on a page, in words; `advice` says what to do about it. */
export type Finding = { isGood: boolean; text: string; advice?: string }

const kinds = { script: 'One script', static: 'Static HTML', frame: 'Frame' } as const

/** The meaning of a page's check for its owner: the code, its height, the security policy, and the requests of browsers. */
export function findingsOf(
	check: SiteCheck,
	wall: Pick<SnippetWall, 'layout'> & { isPublished: boolean },
	sites: readonly WallSite[],
	{ origin, layoutNames }: { origin: string; layoutNames: Record<WallLayout, string> },
): Finding[] {
	const seen = sites.find(({ host }) => host === new URL(check.url).host)
	const findings: Finding[] = [
		{
			isGood: true,
			text: `The page answered in ${formatNumber(check.milliseconds)} ms with ${formatNumber(Math.ceil(check.bytes / 1024))} KB of HTML.`,
		},
		codeFinding(check, seen !== undefined),
		...heightFinding(check, wall, layoutNames),
		...policyFindings(check, origin),
	]
	if (!wall.isPublished)
		findings.push({
			isGood: false,
			text: 'The wall is not published.',
			advice: 'Publish it: until then it shows nothing.',
		})
	findings.push(
		seen
			? { isGood: true, text: `Browsers loaded the wall on ${seen.host}, last on ${formatDate(seen.seen_at)}.` }
			: {
					isGood: false,
					text: 'No browser was seen to load the wall there yet.',
					advice:
						'Open the page once, wait half a minute, and check again. Static HTML loads nothing and is never seen.',
				},
	)
	return findings
}

function codeFinding({ code }: SiteCheck, isSeen: boolean): Finding {
	if (code) return { isGood: true, text: `The code of this wall is in the page: ${kinds[code.kind]}.` }
	return {
		isGood: isSeen,
		text: 'The code of this wall is not in the HTML of the page.',
		advice: isSeen
			? 'A script of the site adds it, as site builders do.'
			: 'Paste it where the wall shall stand. If a site builder adds it by script, the wall shows only when the page runs.',
	}
}

function heightFinding(
	{ code }: SiteCheck,
	{ layout }: Pick<SnippetWall, 'layout'>,
	layoutNames: Record<WallLayout, string>,
): Finding[] {
	if (!code || code.kind === 'static' || code.reserves === '') return []
	if (code.reserves === reservedHeights(layout))
		return [{ isGood: true, text: 'It reserves the height of this layout: nothing moves while the wall appears.' }]
	const former = wallLayouts.find((one) => reservedHeights(one) === code.reserves)
	return [
		{
			isGood: false,
			text: `It reserves the height of ${former ? layoutNames[former] : 'an earlier layout'}, so the page moves while the wall appears.`,
			advice: 'Copy the code again.',
		},
	]
}

const obstacleTexts: Record<PolicyObstacle, (origin: string) => [text: string, advice: string]> = {
	script: (origin) => ['The security policy of the page refuses the script.', `Add ${origin} to script-src.`],
	frame: (origin) => ['The security policy of the page refuses the frame.', `Add ${origin} to frame-src.`],
	image: (origin) => ['The security policy of the page refuses photos and portraits.', `Add ${origin} to img-src.`],
	'style attribute': () => [
		'The security policy of the page refuses style attributes, so no height is reserved.',
		'Put the rules from the list below into your style sheet.',
	],
	'trusted types': () => ['The security policy of the page requires trusted types.', 'Add plaudit to trusted-types.'],
}

function policyFindings({ code, obstacles }: SiteCheck, origin: string): Finding[] {
	if (obstacles.length === 0)
		return code ? [{ isGood: true, text: 'The security policy of the page allows the wall.' }] : []
	return obstacles.map((obstacle) => {
		const [text, advice] = obstacleTexts[obstacle](origin)
		return { isGood: false, text, advice }
	})
}
