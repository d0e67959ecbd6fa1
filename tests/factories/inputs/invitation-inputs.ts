import type { accountInvitation } from '#src/contract/account-invitation.ts';
import type { peopleInvitation } from '#src/contract/people-invitation.ts';
import { mintInvitation, mintInvitee } from '../invitation.ts';
import type { Inputs, Scene } from '../scene.ts';

const mintOne = ({ world }: Scene) => mintInvitee(world.tenant, { userName: `Invited ${world.mark}` });
const link = async (scene: Scene) => ({ token: await mintInvitation(scene.world.tenant, await mintOne(scene)) });
const PASSWORD = 'Harbour#83-New';

export const invitationInputs: Inputs<keyof (typeof accountInvitation & typeof peopleInvitation)> = {
  'POST /user/api/user/info/invitation/view': link,
  'POST /user/api/user/info/invitation/accept': async (scene) => ({
    ...(await link(scene)),
    ...{ password: PASSWORD, repeatPassword: PASSWORD, agreed: true },
  }),
  'POST /people/auth/invitation/send': async (scene) => ({ userId: (await mintOne(scene)).userId, way: 'sms' }),
  'PUT /people/auth/invitation/revoke': async (scene) => {
    const person = await mintOne(scene);
    await mintInvitation(scene.world.tenant, person);
    return { userId: person.userId };
  },
  'POST /people/auth/invitation/page': () => ({}),
};
