-- Linking an identity is begun by a session and ends with it: whoever stole one and had a visit under way when its owner signed
-- out everywhere, or changed the password, came back with a way in that stayed.
alter table auth.flow_state add column linking_session_id uuid references auth.sessions on delete cascade;
create index flow_state_linking_session_id on auth.flow_state (linking_session_id) where linking_session_id is not null;
