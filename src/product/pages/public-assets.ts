import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { PromptText } from '#shared/form/prompt.ts'
import type { PublicForm } from '#shared/form/public-form.ts'
import type {
	CollectProps,
	ConfirmProps,
	DeclineProps,
	ErasedProps,
	LandingProps,
	LeaveProps,
	NotFoundProps,
	ProofPageProps,
	ReceiptProps,
	RenderedPage,
	SignInPageProps,
	TestimonialPageProps,
	UnsubscribeProps,
} from '#shared/page-props.ts'
import type { Transcripts } from '#shared/recording/transcript.ts'
import type { FeedText } from '#shared/wall/feed.ts'
import type { CardText } from '#shared/wall/share-card.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import type { WallPageOptions } from '#shared/wall/wall-filter.ts'

const manifest = z.record(z.string(), z.looseObject({ file: z.string() }))

/** The server-rendering bundle, dist/ssr/pages.js: one function for each kind of page. */
export type PagesBundle = {
	renderLanding: (props: LandingProps) => RenderedPage
	renderSignInPage: (props: SignInPageProps) => RenderedPage
	renderNotFound: (props: NotFoundProps) => RenderedPage
	renderCollect: (props: CollectProps) => RenderedPage
	/** Texts of the collect page that its script loads later. */
	lateWords: (lang: string) => Record<string, string>
	/** Texts about recordings, loaded when a visitor chooses to record. */
	recordingWords: (lang: string) => Record<string, string>
	/** Texts of the card that asks on another website. */
	promptText: (language: string, space: string) => PromptText
	/** The page between a form and a provider. */
	renderLeave: (props: LeaveProps) => RenderedPage
	renderConfirm: (props: ConfirmProps) => RenderedPage
	renderDecline: (props: DeclineProps) => RenderedPage
	renderProofPage: (props: ProofPageProps) => RenderedPage
	renderReceipt: (props: ReceiptProps) => RenderedPage
	renderErased: (props: ErasedProps) => RenderedPage
	renderUnsubscribe: (props: UnsubscribeProps) => RenderedPage
	renderWallPage: (wall: PublicWall, transcripts: Transcripts, options: WallPageOptions) => RenderedPage
	renderTestimonialPage: (props: TestimonialPageProps, url: string) => RenderedPage
	/** Texts of the pictures for shared links. */
	testimonialCard: (props: TestimonialPageProps, host: string) => CardText
	wallCard: (wall: PublicWall, ownTitle: string, host: string) => CardText
	/** Texts of a wall's feeds. */
	feedText: (wall: PublicWall) => FeedText
	formCard: (form: PublicForm, host: string) => CardText
	/** Content of an embed's shadow root: one style element, then the section. */
	renderEmbed: (wall: PublicWall, origin: string, language?: string) => string
}

/** Build output for the public pages. Names are paths under src/web/public. */
export type PublicAssets = {
	/** Text of a style sheet, to be inlined. */
	style: (name: string) => string
	/** URL of a script, with a hash of its content. */
	script: (name: string) => string
	/** URLs of the landing page's pictures by their names. */
	pictures: Record<string, string>
	/** Sets the chosen theme before the first paint. */
	themeTag: string
	pages: PagesBundle
	/** Size of the embed's loader after gzip, in bytes; null when it is not built. */
	embedScriptBytes: number | null
}

/**
 * @param dist output folder of the build
 * @throws Error when the pages were not built
 */
export async function loadPublicAssets(dist: string): Promise<PublicAssets> {
	const entries = manifest.parse(JSON.parse(await readFile(join(dist, 'public/.vite/manifest.json'), 'utf8')))
	const fileOf = (name: string) => {
		const entry = entries[`src/web/public/${name}`]
		if (!entry) throw new Error(`The build made no ${name}.`)
		return entry.file
	}
	const styles = new Map<string, string>()
	for (const [key, { file }] of Object.entries(entries))
		if (key.endsWith('.css')) {
			const css = await readFile(join(dist, 'public', file), 'utf8')
			styles.set(key.replace('src/web/public/', ''), css.trim())
		}
	const pictureFolder = 'src/web/public/landing/pictures/'
	const pictures = Object.entries(entries).flatMap(([key, { file }]) =>
		key.startsWith(pictureFolder) ? [[key.slice(pictureFolder.length), `/${file}`]] : [],
	)
	const theme = `/${fileOf('page-shell/first-theme.ts')}`
	const bundle = pathToFileURL(join(dist, 'ssr/pages.js')).href
	return {
		style: (name) => {
			const css = styles.get(name)
			if (css === undefined) throw new Error(`The build made no ${name}.`)
			return css
		},
		script: (name) => `/${fileOf(name)}`,
		pictures: Object.fromEntries(pictures),
		themeTag: `<script src="${theme}"></script>`,
		pages: (await import(bundle)) as PagesBundle,
		embedScriptBytes: await embedSize(dist),
	}
}

const measured = z.record(z.string(), z.object({ gzip: z.number() }))

async function embedSize(dist: string): Promise<number | null> {
	const text = await readFile(join(dist, 'figures.json'), 'utf8').catch(() => '{}')
	return measured.parse(JSON.parse(text))['embed/embed.js']?.gzip ?? null
}
