import { LayoutGrid, Server, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import './first-account.css'

/** Beside the sign-up of a server without an account: what the first account gets, and who else may make one. */
export function FirstAccount({ isOperator }: { isOperator: boolean }) {
	return (
		<aside className="first-account" aria-labelledby="first-account">
			<h2 id="first-account">{isOperator ? 'What you get with the first account' : 'Before you make an account'}</h2>
			<ul>
				{isOperator ? (
					<Fact icon={<Server size={16} aria-hidden="true" />} title="You are the operator">
						You see This server: mail, backups, storage, and how many testimonials each space has. Never their words.{' '}
						<code>OPERATORS</code> can name others.
					</Fact>
				) : (
					<Fact isWarning icon={<Server size={16} aria-hidden="true" />} title="This account is not the operator">
						The operator’s account is made through the setup link, which the first start printed. On the server, this
						command prints a new one: <code>npm run -s plaudit -- setup-link</code>
					</Fact>
				)}
				<Fact icon={<LayoutGrid size={16} aria-hidden="true" />} title="A space of your own">
					Next you name it. A form to share is two minutes away.
				</Fact>
				<Fact isWarning icon={<UserRound size={16} aria-hidden="true" />} title="Sign-up is open">
					Anybody who reaches <bdi>{window.location.host}</bdi> can make an account and a space of their own.{' '}
					<code>SIGNUP=invite</code> closes it: members still join by invitation.
				</Fact>
			</ul>
		</aside>
	)
}

function Fact({
	icon,
	title,
	isWarning,
	children,
}: {
	icon: ReactNode
	title: string
	isWarning?: boolean
	children: ReactNode
}) {
	return (
		<li className={isWarning ? 'first-account-warning' : undefined}>
			{icon}
			<div>
				<strong>{title}</strong>
				<p>{children}</p>
			</div>
		</li>
	)
}
