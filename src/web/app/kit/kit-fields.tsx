import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { ResendButton } from '#web/ui/auth/resend-button.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Checkbox, Radio, Switch } from '#web/ui/fields/choice.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const variants = ['plain', 'primary', 'quiet', 'danger'] as const

/** Buttons and fields in their states. */
export function KitFields() {
	const [on, setOn] = useState(true)
	const [text, setText] = useState('أوصلوا الإطار بأنفسهم')
	const [code, setCode] = useState('12')
	const [sentAt, setSentAt] = useState(Date.now)
	return (
		<>
			<section>
				<h2 className="ui-section-title">Buttons</h2>
				{variants.map((variant) => (
					<div className="ui-buttons" key={variant}>
						<Button variant={variant}>Approve</Button>
						<Button variant={variant}>
							Approve <Kbd>A</Kbd>
						</Button>
						<Button variant={variant} busy>
							Approve
						</Button>
						<Button variant={variant} disabled>
							Approve
						</Button>
						<Button variant={variant} size="tiny">
							<Plus size={16} aria-hidden="true" />
							Tiny
						</Button>
						<Button variant={variant} icon aria-label="Copy">
							<Copy size={16} aria-hidden="true" />
						</Button>
					</div>
				))}
				<Button variant="primary" size="tall" wide>
					Tall and wide
				</Button>
				<p>
					In a sentence: <TextButton>a link that acts</TextButton>. <CopyButton text="copied" />
				</p>
			</section>
			<section>
				<h2 className="ui-section-title">Fields</h2>
				<div className="ui-two">
					<TextField label="Name" placeholder="As it should be printed" help="A line of help." />
					<TextField
						label="Right to left"
						dir="auto"
						value={text}
						ok="Free"
						onChange={(event) => setText(event.target.value)}
					/>
					<TextField label="Wrong" defaultValue="ruth adeyemi" error="A username has no spaces." />
					<TextField label="Closed" disabled defaultValue="Nobody changes this" />
					<TextField label="With a prefix" before="praise.example/collect/" defaultValue="northlight" />
					<PasswordField label="Password" autoComplete="off" defaultValue="quiet frame" />
					<SelectField label="One of">
						<option>Grid</option>
						<option>Masonry</option>
					</SelectField>
					<TextAreaField label="Many lines" rows={3} />
					<CodeField label="Code" value={code} onChange={setCode} />
					<CodeField label="Wrong code" value={code} error="Wrong." onChange={setCode} />
				</div>
				<div className="ui-buttons">
					<ResendButton sentAt={sentAt} onSend={() => setSentAt(Date.now())} />
				</div>
				<Checkbox checked={on} onChange={(event) => setOn(event.target.checked)}>
					Ticked
				</Checkbox>
				<Radio name="kit" defaultChecked>
					One
				</Radio>
				<Radio name="kit">Other</Radio>
				<Switch checked={on} onChange={(event) => setOn(event.target.checked)}>
					On at once
				</Switch>
			</section>
		</>
	)
}
