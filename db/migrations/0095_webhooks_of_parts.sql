-- Webhooks hear of tags, replies, verifications and shown parts of recordings, which are in the body of testimonial.updated. A key changes only the
-- webhooks that it made.
create trigger note_webhooks_changed after update on public.media referencing old table as old_rows new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_files();
create trigger note_webhooks_added after insert on public.replies referencing new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive'
		and current_setting('plaudit.importing', true) is distinct from 'on')
	execute function private.note_changed_parts();
create trigger note_webhooks_changed after update on public.replies referencing old table as old_rows new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_parts();
create trigger note_webhooks_removed after delete on public.replies referencing old table as old_rows
	for each statement execute function private.note_changed_parts();
create trigger note_webhooks_changed after update on public.tags referencing old table as old_rows new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_renamed_tags();
create trigger note_webhooks_added after insert on public.testimonial_tags referencing new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_parts();
create trigger note_webhooks_removed after delete on public.testimonial_tags referencing old table as old_rows
	for each statement execute function private.note_changed_parts();
create trigger note_webhooks_added after insert on public.verifications referencing new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_parts();
create trigger note_webhooks_changed after update on public.verifications referencing old table as old_rows new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_parts();
create trigger note_webhooks_removed after delete on public.verifications referencing old table as old_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_changed_parts();

alter policy editors_change on public.webhooks
	using (space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[])
		and ((select auth.jwt() ->> 'api_key') is null or key_id = (select (auth.jwt() ->> 'api_key')::uuid)))
	with check (space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[])
		and ((select auth.jwt() ->> 'api_key') is null or key_id = (select (auth.jwt() ->> 'api_key')::uuid)));
