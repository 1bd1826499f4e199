import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '../admin.guard.js';
import { PersonalData } from './personal-data.js';
import { ErasedPersonDto, FoundPersonDto, PersonDto } from './persons.dto.js';

/** POST also to find: addresses must not stand in URLs, which end in logs. */
@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/persons')
export class PersonsController {
  constructor(private readonly personalData: PersonalData) {}

  @Post('find')
  @HttpCode(200)
  @ApiOperation({ summary: 'All that this service keeps about a person' })
  @ApiOkResponse({ type: FoundPersonDto })
  async find(@Body() { address }: PersonDto): Promise<FoundPersonDto> {
    return { data: await this.personalData.find(address) };
  }

  @Post('erase')
  @HttpCode(200)
  @ApiOperation({ summary: 'Erase a person; opt-outs stay in force, by their hash' })
  @ApiOkResponse({ type: ErasedPersonDto })
  async erase(@Body() { address }: PersonDto): Promise<ErasedPersonDto> {
    return { data: await this.personalData.erase(address) };
  }
}
