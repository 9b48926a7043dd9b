import type { InvitationMessages } from '#web/i18n/en/invitation.ts'

export const arabic: InvitationMessages = {
	subject: 'بضع كلمات عن {space}؟',
	message:
		'مرحبًا {name}،\n\nشكرًا لاختيارك {space}. هل تخبر الآخرين كيف كانت تجربتك؟ تكفي بضع جمل صادقة، ولا يستغرق الأمر أكثر من دقيقة، ولا تحتاج إلى حساب.\n\nأقرأ كل رد بنفسي.',
}
