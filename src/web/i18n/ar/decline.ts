import type { DeclineMessages } from '#web/i18n/en/decline.ts'

export const arabic: DeclineMessages = {
	title: 'تفضّل ألا تكتب؟',
	intro: 'طلب منك {space} بضع كلمات.',
	text: 'اضغط الزر ولن يطلب {space} شيئًا من {email} مرة أخرى. سيرون أنك اعتذرت، ولا شيء غير ذلك.',
	address: 'هذا العنوان',
	decline: 'لا تسألوني مرة أخرى',
	write: 'أودّ أن أكتب رغم ذلك',
	doneTitle: 'لا بأس. لن يُطلب منك ذلك مرة أخرى.',
	done: 'لن يطلب {space} شيئًا من {email} مرة أخرى.',
	list: 'يبقى عنوانك في قائمة واحدة فقط: قائمة من لا يسألهم {space}.',
	undo: 'تراجع',
}
