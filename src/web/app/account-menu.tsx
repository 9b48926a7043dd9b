import { Check, LogOut, Moon, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useAuth, useUser } from '#web/lib/auth-context.tsx'
import { useProfile } from '#web/lib/profile.ts'
import { useTheme } from '#web/lib/theme.ts'
import { usePublicFile } from '#web/lib/use-public-file.ts'
import { Avatar } from '#web/ui/marks.tsx'
import { Menu, MenuItem, MenuLine, MenuWords } from '#web/ui/menu.tsx'

/** The person at the end of the masthead: who it is, the account, the theme, the way out. */
export function AccountMenu() {
	const { signOut } = useAuth()
	const user = useUser()
	const { data: profile } = useProfile()
	const { dark, choose } = useTheme()
	const name = profile?.full_name || profile?.username || user.email || 'You'
	const picture = usePublicFile('avatars', profile?.avatar_path)
	return (
		<Menu
			align="end"
			trigger={
				<button type="button" className="shell-me" aria-label={`Account of ${name}`}>
					<Avatar size="small" name={name} src={picture} />
				</button>
			}
		>
			<MenuWords>
				<bdi className="shell-me-name">{name}</bdi>
				{user.email && user.email !== name ? <bdi>{user.email}</bdi> : null}
			</MenuWords>
			<MenuLine />
			<MenuItem asChild>
				<Link to="/dashboard/account">
					<UserRound size={16} aria-hidden="true" />
					Account
				</Link>
			</MenuItem>
			<MenuItem onSelect={() => choose(dark ? 'light' : 'dark')}>
				<Moon size={16} aria-hidden="true" />
				Dark
				{dark ? <Check className="ui-menu-end" size={16} aria-label="on" /> : null}
			</MenuItem>
			<MenuLine />
			<MenuItem onSelect={() => void signOut().catch(() => {})}>
				<LogOut size={16} aria-hidden="true" />
				Sign out
			</MenuItem>
		</Menu>
	)
}
