import { capacity } from '#shared/wall-layouts.ts'
import { Avatar } from './person.tsx'
import { type Setting, wallLink } from './setting.ts'
import { averageOf, Stars } from './stars.tsx'

/** Faces and initials of people whose consent allows it, and the number of the rest. */
export function Avatars({ setting }: { setting: Setting }) {
	const { phrases, number, wall } = setting
	const { published, spread } = wall.counts
	const { average } = averageOf(spread)
	const [few, , many] = capacity.avatars
	return (
		<>
			<ul aria-hidden="true">
				{wall.items.map((item) => (
					<li key={item.id}>
						<Avatar item={item} setting={setting} size={44} />
					</li>
				))}
				<Rest className="s" count={published - Math.min(few, wall.items.length)} show={number} />
				<Rest className="l" count={published - Math.min(many, wall.items.length)} show={number} />
			</ul>
			<div className="x">
				<b>{phrases.people(published, number(published), wall.space.name)}</b>
				{average !== null && wall.wall.theme.stars && (
					<Stars symbol="a" label={phrases.average(number(average))} />
				)}
				<a href={wallLink(setting)}>{phrases.readWords}</a>
			</div>
		</>
	)
}

function Rest(props: { className: string; count: number; show: (value: number) => string }) {
	const { className, count, show } = props
	if (count <= 0) return null
	return (
		<li className={className}>
			<i className="a">+{show(count)}</i>
		</li>
	)
}
