import type { ProductMails } from './en.ts'
import { notificationMails } from './notifications/ar.ts'
import { recordingMails } from './recordings/ar.ts'

export const mails: ProductMails = {
	private_link: {
		subject: 'وصلت كلماتك إلى {space}',
		preview: 'احتفظ بهذه الرسالة: فيها رابطك الخاص.',
		heading: 'شكرًا يا {name}. وصلت كلماتك.',
		heading_unnamed: 'شكرًا. وصلت كلماتك.',
		intro: 'يقرؤها {space} ويقرر نشرها. في صفحتك الخاصة ترى أين تُعرض، ويمكنك تعديلها أو سحبها أو محوها متى شئت.',
		action: 'فتح صفحتك الخاصة',
		once: 'احتفظ بهذه الرسالة لنفسك: فمن يملك الرابط يستطيع تغيير كلماتك.',
		notYou: 'لست أنت؟ إذن أخطأ أحدهم في العنوان. افتح الصفحة وامحُ ما أُرسل.',
		stop: 'إيقاف الرسائل عن هذه الكلمات',
	},
	...notificationMails,
	...recordingMails,
	invitation: {
		action: 'اكتب بضع كلمات',
		once: 'الرابط لك وحدك، ويعمل مرة واحدة حتى {date}.',
		why: 'وصلتك هذه الرسالة لأن {space} طلب منك بضع كلمات.',
		decline: 'لا تسألوني مرة أخرى',
		sent: 'أُرسلت عبر Plaudit.',
	},
	invitation_reminder: {
		subject: 'تذكير: {subject}',
		preview: 'هذا هو التذكير الوحيد. إن كنت لا ترغب فلا تفعل شيئًا.',
		intro: 'في {date} طلب منك {space} بضع كلمات. إن كنت لا ترغب فلا تفعل شيئًا: هذا هو التذكير الوحيد.',
	},
	member_invitation: {
		subject: 'دعوة من {inviter} للانضمام إلى {space}',
		subject_unnamed: 'دعوة للانضمام إلى {space}',
		preview_owner: 'بصفة مالك. يعمل الرابط حتى {until}.',
		preview_editor: 'بصفة محرر. يعمل الرابط حتى {until}.',
		preview_viewer: 'بصفة قارئ. يعمل الرابط حتى {until}.',
		heading_owner: 'انضم إلى {space} بصفة مالك',
		heading_editor: 'انضم إلى {space} بصفة محرر',
		heading_viewer: 'انضم إلى {space} بصفة قارئ',
		intro: 'وصلتك دعوة من {inviter} للعمل على شهادات عملاء {space}.',
		intro_unnamed: 'أنت مدعو للعمل على شهادات عملاء {space}.',
		may_owner: 'يمكنك فعل كل شيء: الموافقة والرد وتعديل النماذج والجدران ودعوة آخرين وحذف المساحة.',
		may_editor: 'يمكنك القراءة والموافقة والرد، وتعديل النماذج والجدران.',
		may_viewer: 'يمكنك قراءة كل الشهادات دون تغيير شيء.',
		action: 'عرض الدعوة',
		only: 'لصاحب العنوان {email} فقط، حتى {until}.',
		unknown: 'لا تعرف عمّ يدور الأمر؟ لا تفعل شيئًا، ولن يحدث شيء.',
	},
}
