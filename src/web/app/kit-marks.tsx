import { Archive, BadgeCheck, Check, CircleDashed, X } from 'lucide-react'
import { Empty, Progress } from '#web/ui/blocks.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { Avatar, Mark, Monogram, Tag } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** Marks, faces, stars, notices, codes. */
export function KitMarks() {
	return (
		<>
			<section>
				<h2 className="ui-section-title">Marks</h2>
				<div className="ui-buttons">
					<Mark tone="warm" icon={<CircleDashed size={14} />}>
						Pending
					</Mark>
					<Mark tone="good" icon={<Check size={14} />}>
						Approved
					</Mark>
					<Mark tone="bad" icon={<X size={14} />}>
						Rejected
					</Mark>
					<Mark icon={<Archive size={14} />}>Archived</Mark>
					<Mark tone="seal" icon={<BadgeCheck size={14} />}>
						E-mail
					</Mark>
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
				<Notice bad>The server cannot be reached. Check your connection and try again.</Notice>
				<Empty title="Nothing here yet" actions={<Button variant="primary">Copy link</Button>}>
					Send the link to three people.
				</Empty>
				<Code>{'<script async src="https://praise.example/embed/1.js"></script>'}</Code>
				<Progress value={2} max={5} label="Setting up" />
				<QrCode text="https://praise.example/collect/northlight" label="QR code" />
			</section>
		</>
	)
}
