// Every text of the page: translate the files of this folder.
import { data } from './data';
import { learner } from './learner';
import { meters } from './meters';
import { page } from './page';
import { proofs } from './proofs';
import { stage } from './stage';
import { steps } from './steps';
import { tour } from './tour';

export const t = { ...page, ...stage, ...steps, ...learner, ...meters, ...proofs, ...data, ...tour };
