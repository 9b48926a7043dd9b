import { Building2, KeyRound, Mail, MessageSquare, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import type { TakeToken } from '#web/ui/captcha.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { AuthFaceProps } from './auth-draft.ts'
import { hasEthereumWallet, solanaWallet } from './wallets.ts'

type Way = { words: string; icon: ReactNode; act: () => unknown }

type OtherWaysProps = Pick<AuthFaceProps, 'turnTo'> & { captcha: { token: TakeToken } }

/** The ways in without a password, beside the one that has one. */
export function OtherWays(props: OtherWaysProps) {
	const { ways, problem } = useOtherWays(props)
	const isAlone = ways.length === 1
	return (
		<>
			{problem ? <Notice bad>{problem}</Notice> : null}
			<div className="auth-ways">
				{ways.map(({ words, icon, act }) => (
					<Button key={words} variant="quiet" wide onClick={() => void act()}>
						<span className="auth-way-icon" aria-hidden="true">
							{icon}
						</span>
						{isAlone ? `${words} instead` : words}
					</Button>
				))}
			</div>
		</>
	)
}

/** The ways in without a password, as far as they are set up and this browser can go them; and why the last one led nowhere. */
export function useOtherWays({ turnTo, captcha }: OtherWaysProps): {
	ways: Way[]
	problem: string | undefined
} {
	const config = useConfig()
	const [problem, setProblem] = useState<string>()
	const tryIt = async (way: () => Promise<void>) => {
		setProblem(undefined)
		try {
			await way()
		} catch (error) {
			setProblem(sayAuthError(error))
		}
	}
	const ways: Way[] = []
	if (config?.email !== false)
		ways.push({
			words: 'E-mail me a link',
			icon: <Mail size={16} />,
			act: () => turnTo('link'),
		})
	if (config?.passkeys && 'PublicKeyCredential' in window)
		ways.push({
			words: 'Use a passkey',
			icon: <KeyRound size={16} />,
			act: () =>
				tryIt(async () => {
					const token = await captcha.token()
					await (await import('./passkey.ts')).signInWithPasskey(token)
				}),
		})
	if (config?.phone)
		ways.push({
			words: 'Code by phone',
			icon: <MessageSquare size={16} />,
			act: () => turnTo('phone'),
		})
	if (config?.saml)
		ways.push({
			words: 'Single sign-on',
			icon: <Building2 size={16} />,
			act: () => turnTo('sso'),
		})
	const wallet = (chain: 'solana' | 'ethereum', words: string): Way => ({
		words,
		icon: <Wallet size={16} />,
		act: () =>
			tryIt(async () => {
				const token = await captcha.token()
				await (await import('./wallet-sign-in.ts')).signInWithWallet(chain, token)
			}),
	})
	if (config?.solana && solanaWallet()) ways.push(wallet('solana', 'Solana wallet'))
	if (config?.ethereum && hasEthereumWallet()) ways.push(wallet('ethereum', 'Ethereum wallet'))
	return { ways, problem }
}
