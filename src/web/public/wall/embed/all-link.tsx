import { interpolate } from '#web/i18n/messages.ts'
import { type RenderSettings, wallLink } from '#web/public/wall/render-settings.ts'

/** The name of a wall's region and dialog, by which screen readers tell two walls of one page apart. */
export function wallLabel({ wall, messages }: RenderSettings): string {
	return interpolate(messages.testimonialsAbout, { name: wall.space.name, wall: wall.wall.name })
}

/** The link to the hosted wall. Links of two walls on one page have different names. */
export function AllLink({ settings }: { settings: RenderSettings }) {
	return (
		<a part="all" href={wallLink(settings)}>
			{settings.messages.all}
			<i className="h">: {settings.wall.wall.name}</i>
		</a>
	)
}
