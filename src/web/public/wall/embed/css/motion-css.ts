import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { tickerLength } from '#web/public/wall/embed/layouts/layout-ticker.tsx'
import { truncateText } from '#web/public/wall/typesetting.ts'

/** Time that a toast shows one testimonial. */
const toastSeconds = 8
/** Time in seconds in which a ticker moves past a letter: about 45 px a second. */
const letterSeconds = 0.19

/** The rules of a layout that moves: its pace, which follows its words, and whether it stands still under the pointer. */
export function motionCss({ layout, theme }: PublicWall['wall'], items: readonly WallItem[]): string {
	const paused = (selector: string) => (theme.hover_pause ? `${selector}{animation-play-state:paused}` : '')
	if (layout === 'marquee') return paused('.rows:hover .row')
	if (layout === 'ticker') {
		const letters = items.reduce((sum, { text }) => sum + truncateText(text, tickerLength).length + 40, 0)
		return `.row{animation-duration:${Math.max(20, Math.round(letters * letterSeconds))}s}${paused('.rows:hover .row')}`
	}
	if (layout === 'toast' && items.length > 1) return turnsCss(items.length) + paused('.toast:hover li')
	return ''
}

/** Each testimonial in its turn; the others are hidden from sight and from screen readers. */
function turnsCss(count: number): string {
	const turn = 100 / count
	const [shown, gone] = [(turn * 0.95).toFixed(2), turn.toFixed(2)]
	const delays = Array.from({ length: count - 1 }, (_, at) => {
		const delay = (at + 1) * toastSeconds
		return `.toast li:nth-child(${at + 2}){animation-delay:${delay}s}`
	})
	return `.toast li{visibility:hidden;animation:turn ${count * toastSeconds}s infinite}${delays.join('')}@keyframes turn{0%{visibility:visible;opacity:0}${(turn * 0.05).toFixed(2)}%,${shown}%{visibility:visible;opacity:1}${gone}%,to{visibility:hidden;opacity:0}}@media(prefers-reduced-motion:reduce){.toast li{visibility:visible}}`
}
