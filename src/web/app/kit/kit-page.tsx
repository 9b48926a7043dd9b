import { useTheme } from '#web/lib/browser/theme.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { FullScreenLoading, PageSpinner } from '#web/ui/spinner.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitOverlays } from './kit-overlays.tsx'
import '#web/ui/settings.css'
import './kit.css'
import { Archive, BadgeCheck, Check, CircleDashed, X } from 'lucide-react'
import { Avatar, Badge, Monogram, Tag } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { EmptyState, Progress } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/pictures/qr-code.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const themes = [
	{ value: 'system', label: 'System' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
] as const

/** /kit, in development only: every component in every state. */
export function Page() {
	usePageTitle('Kit')
	const { choice, choose } = useTheme()
	return (
		<>
			<main className="kit">
				<h1 className="ui-page-title">Kit</h1>
				<div>
					<SegmentedControl label="Theme" value={choice} options={themes} onChange={choose} />
				</div>
				<KitFields />
				<KitBadges />
				<KitOverlays />
				<section>
					<h2 className="ui-section-title">Waiting and failing</h2>
					<PageSpinner />
					<FullScreenLoading />
					<ErrorBox error={new Error('An example of what went wrong')} />
				</section>
			</main>
			<Toaster />
		</>
	)
}

/** Badges, avatars, stars, notices and code. */
function KitBadges() {
	return (
		<>
			<section>
				<h2 className="ui-section-title">Marks</h2>
				<div className="ui-buttons">
					<Badge tone="warm" icon={<CircleDashed size={14} />}>
						Pending
					</Badge>
					<Badge tone="good" icon={<Check size={14} />}>
						Approved
					</Badge>
					<Badge tone="bad" icon={<X size={14} />}>
						Rejected
					</Badge>
					<Badge icon={<Archive size={14} />}>Archived</Badge>
					<Badge tone="seal" icon={<BadgeCheck size={14} />}>
						E-mail
					</Badge>
					<Tag onRemove={() => {}}>restoration</Tag>
					<Tag>أرشيف</Tag>
				</div>
				<div className="ui-buttons">
					<Wordmark />
					<Monogram name="Northlight" />
					<Avatar name="Ruth Adeyemi" size="small" />
					<Avatar name="Ruth Adeyemi" />
					<Avatar name="سلمى الخطيب" size="large" />
					<Stars rating={1} />
					<Stars rating={4} large />
				</div>
			</section>
			<section>
				<h2 className="ui-section-title">Words that must be seen</h2>
				<Notice>Saved, and live within a minute.</Notice>
				<Notice isError>The server cannot be reached. Check your connection and try again.</Notice>
				<EmptyState title="Nothing here yet" actions={<Button variant="primary">Copy link</Button>}>
					Send the link to three people.
				</EmptyState>
				<Code>{'<script async src="https://praise.example/embed/1.js"></script>'}</Code>
				<Progress value={2} max={5} label="Setting up" />
				<QrCode text="https://praise.example/collect/northlight" label="QR code" />
			</section>
		</>
	)
}
