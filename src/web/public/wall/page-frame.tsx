import type { PageSetting } from './page-setting.ts'
import { wallLink } from './setting.ts'
import { initials } from './typesetting.ts'

type Props = { setting: PageSetting }

/** Whose wall it is, in two lines, and the way to add to it. */
export function PageHead({ setting }: Props) {
	const { space } = setting.wall
	return (
		<header className="head">
			<div className="brand">
				{space.logo ? (
					<img src={space.logo} width={72} height={72} alt="" decoding="async" />
				) : (
					<span className="mono" aria-hidden="true">
						{initials(space.name)}
					</span>
				)}
				<div>
					<h1 className={space.name.length > 40 ? 'lengthy' : undefined}>
						<bdi>{space.name}</bdi>
					</h1>
					{space.about && <p dir="auto">{space.about}</p>}
				</div>
			</div>
			{(space.url || space.form) && (
				<nav aria-label={space.name}>
					{space.url && (
						<a className="site" href={space.url} rel="noopener">
							{shortAddress(space.url)}
						</a>
					)}
					{space.form && (
						<a className="button" href={`/collect/${space.form}`}>
							{setting.page.write}
						</a>
					)}
				</nav>
			)}
		</header>
	)
}

function shortAddress(url: string): string {
	return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

/** Pages by cursor: every testimonial of a wall of ten thousand is reachable, each page as quick as the first. */
export function Pager({ setting }: Props) {
	const { wall, page, phrases, number } = setting
	const { next, previous, offset, items, counts } = wall
	if (!next && offset === 0) return null
	const link = (cursor: string) => `${wallLink(setting)}${cursor && `?cursor=${cursor}`}`
	return (
		<nav className="pages" aria-label={page.pages}>
			<p>{page.range(number(offset + 1), number(offset + items.length), number(counts.chosen))}</p>
			<div>
				{offset > 0 && (
					<a className="button plain" href={link(previous ?? '')} rel="prev">
						{phrases.previous}
					</a>
				)}
				{next && (
					<a className="button plain" href={link(next)} rel="next">
						{phrases.next}
					</a>
				)}
			</div>
		</nav>
	)
}

export function HowMade({ setting }: Props) {
	const { page, wall, number } = setting
	const [choice, text] = page.choice
	return (
		<section className="how" id="how">
			<h2>{page.how}</h2>
			<p>
				<b>{page.words[0]}</b>
				{page.words[1]}
			</p>
			<p>
				<b>{page.check[0]}</b>
				{page.check[1]}
			</p>
			{wall.counts.published > 0 && (
				<p>
					<b>{choice}</b>
					{text(wall.space.name, number(wall.counts.published))}
				</p>
			)}
		</section>
	)
}

export function PageEnd({ setting }: Props) {
	return (
		<footer className="foot">
			<a className="mark" href="/" lang="en" dir="ltr" aria-label="Plaudit">
				<i>“</i>plaudit
			</a>
			<span>{setting.page.footer}</span>
		</footer>
	)
}
